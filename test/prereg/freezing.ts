import { afterEach, expect } from "vitest";
import type { Lock } from "../../src/prereg/lock.ts";
import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";

/** The lock of a toy project's basket, and the text beside it. */
export const LOCK = "prereg/embedded.lock.json";
export const TEXT = "prereg/embedded.md";

/** Projects of a test file, removed after each test. */
export function scratchProjects() {
  const projects: Project[] = [];
  afterEach(() => {
    for (const project of projects.splice(0)) project.dispose();
  });
  const use = (project: Project): Project => {
    projects.push(project);
    return project;
  };
  return { use, toy: (changes: Readonly<Record<string, string>> = {}) => use(toyProject(changes)) };
}

export const lockIn = (project: Project, file = LOCK) => JSON.parse(project.read(file)) as Lock;

/** Freezes, and returns the lock. */
export function frozen(project: Project, ...args: readonly string[]): Lock {
  const { code, stderr } = project.candor(["freeze", ...args]);
  expect(code, stderr).toBe(0);
  return lockIn(project);
}

/** Freezes in vain, and returns what is told. */
export function refused(project: Project, ...args: readonly string[]): string {
  const { code, stderr, stdout } = project.candor(["freeze", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toContain("fault of candor itself");
  return stderr;
}
