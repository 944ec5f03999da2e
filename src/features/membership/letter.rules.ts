import { escaped, MAIL, mailPage } from '#shared/mail-page.ts'
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
      ? `<p style="${MAIL.line}">${escaped(part.line)}</p>`
      : `<p style="${MAIL.line}"><a href="${escaped(part.link)}" class="button" style="${MAIL.button}">${escaped(part.button)}</a></p><p class="small" style="${MAIL.small};margin-bottom:16px;word-break:break-all">${escaped(part.link)}</p>`,
  )
  const body = `<p style="${MAIL.line}">${escaped(hello)}</p>${drawn.join('')}<p class="small" style="${MAIL.small}">${escaped(footer)}</p>`
  return { subject, text: [hello, ...plain, `-- \n${footer}`].join('\n\n'), html: mailPage(language, subject, body) }
}
