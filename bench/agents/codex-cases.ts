import type { Case } from './cases.ts'

export const CODEX_CASES: readonly Case[] = []
