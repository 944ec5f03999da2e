import type { Messages } from '#shared/messages.ts'
import type { Complaint } from './source.ts'

const isMessages = (value: unknown): value is Messages =>
  value !== null && typeof value === 'object' && 'en' in value && 'jp' in value && typeof value.en === 'object' && typeof value.jp === 'object'

/** A tax by a name only some venues have for it. */
const NAMED_TAX = /\b(GST|VAT|HST)\b|\bsales tax\b|消費税/i

/** Texts missing in a language, empty, with other blanks to fill in than in the other language, or with one country's name of a tax. */
export const textComplaints = (where: string, exported: Record<string, unknown>): Complaint[] =>
  Object.entries(exported)
    .filter((entry): entry is [string, Messages] => isMessages(entry[1]))
    .flatMap(([name, { en, jp }]) =>
      [...new Set([...Object.keys(en), ...Object.keys(jp)])].flatMap((key) => {
        const say = (why: string) => [`${where}, ${name}.${key}: ${why}`]
        if (!en[key]?.trim()) return say('no English text')
        if (!jp[key]?.trim()) return say('no Japanese text')
        if ([en[key], jp[key]].some((text) => NAMED_TAX.test(text))) return say('names a tax outright; every venue has its own name for it, {tax}')
        return blanks(en[key]) === blanks(jp[key]) ? [] : say(`English has the blanks ${blanks(en[key]) || '(none)'}, Japanese ${blanks(jp[key]) || '(none)'}`)
      }),
    )

/** The tax is no blank of both: Japanese says 税込 and 税抜, which name none. A noun for one and for several, as in `{n:row|rows}`, is English alone. */
const blanks = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?::[^{}]+)?\}/g)].flatMap(([, name]) => (name === 'tax' ? [] : `{${name}}`)))].sort().join(' ')
