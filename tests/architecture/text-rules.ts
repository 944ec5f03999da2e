import type { Messages } from '#shared/messages.ts'
import type { Complaint } from './source.ts'

const isMessages = (value: unknown): value is Messages =>
  value !== null && typeof value === 'object' && 'en' in value && 'jp' in value && typeof value.en === 'object' && typeof value.jp === 'object'

/** Texts missing in a language, empty, or with other blanks to fill in than in the other language. */
export const textComplaints = (where: string, exported: Record<string, unknown>): Complaint[] =>
  Object.entries(exported)
    .filter((entry): entry is [string, Messages] => isMessages(entry[1]))
    .flatMap(([name, { en, jp }]) =>
      [...new Set([...Object.keys(en), ...Object.keys(jp)])].flatMap((key) => {
        const say = (why: string) => [`${where}, ${name}.${key}: ${why}`]
        if (!en[key]?.trim()) return say('no English text')
        if (!jp[key]?.trim()) return say('no Japanese text')
        return blanks(en[key]) === blanks(jp[key]) ? [] : say(`English has the blanks ${blanks(en[key]) || '(none)'}, Japanese ${blanks(jp[key]) || '(none)'}`)
      }),
    )

const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')
