import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";
import { readTree } from "../trees.ts";

/** The tree of a toy project's basket, and the path of a table in it. */
export const A = "artifacts/embedded";
export const TOTAL = "toy/tables/total";

/** An entry of a manifest, as far as tests change it. */
export interface Entry {
  key: string;
  rows: string;
  writer: string;
  record: { code: string; params: Record<string, unknown>; inputs: Record<string, { rows: string }> };
  outputs: Record<string, { bytes: string }>;
}

/** A toy project for all tests of a file, and `b`, a second tree beside the first, made anew for each. */
export function twoTrees(): () => Project {
  let project: Project;
  beforeAll(() => {
    project = toyProject();
    expect(project.run().code).toBe(0);
  });
  afterAll(() => project.dispose());
  beforeEach(() => {
    if (project.has("b")) project.remove("b");
    for (const [file, bytes] of readTree(path.join(project.root, A))) project.write(`b/${file}`, bytes);
  });
  return () => project;
}

/** Changes the manifest of the second tree. */
export function editManifest(project: Project, edit: (stages: Record<string, Entry>) => void): void {
  const manifest = JSON.parse(project.read("b/manifest.json")) as { stages: Record<string, Entry> };
  edit(manifest.stages);
  project.write("b/manifest.json", JSON.stringify(manifest));
}
