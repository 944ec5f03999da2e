import type { Language } from '#shared/messages.ts'

/** What a mail says, before it has an address. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** A paragraph, or a button with the address it opens. */
type Part = { line: string } | { button: string; link: string }

/** A short letter to one person, in HTML and in plain text alike. Every text is written already. */
export const writtenLetter = (
  language: Language,
  { subject, hello, footer }: { subject: string; hello: string; footer: string },
  parts: readonly Part[],
): Letter => {
  const plain = parts.map((part) => ('line' in part ? part.line : part.link))
  const drawn = parts.map((part) =>
    'line' in part
      ? `<p>${escaped(part.line)}</p>`
      : `<p><a href="${escaped(part.link)}" style="${BUTTON}">${escaped(part.button)}</a></p><p style="${SMALL}">${escaped(part.link)}</p>`,
  )
  return {
    subject,
    text: [hello, ...plain, `-- \n${footer}`].join('\n\n'),
    html: `<!doctype html><html lang="${language === 'jp' ? 'ja' : 'en'}"><body style="${PAGE}"><p>${escaped(hello)}</p>${drawn.join('')}<p style="${SMALL}">${escaped(footer)}</p></body></html>`,
  }
}

const PAGE = 'font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#1d2a26;max-width:34em;margin:24px'
const BUTTON = 'display:inline-block;padding:10px 18px;background:#1f4d3f;color:#ffffff;text-decoration:none;border-radius:4px'
const SMALL = 'font-size:13px;color:#5c6661;word-break:break-all'

const escaped = (value: string) =>
  value.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)
