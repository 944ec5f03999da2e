import { type Language, text } from '#shared/messages.ts'
import { fraudWords } from './fraud.messages.ts'
import type { Rule } from './fraud-rules.rules.ts'

/** The text that names what a rule finds, without its figures. */
export const keyOfRule = (rule: Rule) => (rule === 'F1' || rule === 'F2' || rule === 'F4' ? (`${rule}.name` as const) : (`${rule}.title` as const))

/** What a rule finds, without its figures. */
export const nameOfRule = (rule: Rule, language: Language): string => text(fraudWords, language, keyOfRule(rule))
