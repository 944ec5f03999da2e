import type { Language } from './messages.ts'

/**
 * How mails look, in the light and in the dark. Styles stand at the elements, since some mail programs know no others; the dark ones follow
 * the reader's setting where the program does.
 */
export const MAIL = {
  page: "margin:0;padding:24px 16px;background:#f3f5f1;color:#14201c;font-family:'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,'Hiragino Sans','Yu Gothic UI','Noto Sans JP',sans-serif;font-size:16px;line-height:1.5",
  sheet: 'max-width:600px;margin:0 auto;background:#ffffff;padding:24px',
  title: 'font-size:22px;line-height:1.3;font-weight:600;margin:0',
  line: 'margin:0 0 16px',
  small: 'font-size:13px;line-height:1.5;color:#4a5a53;margin:4px 0',
  button: 'display:inline-block;padding:10px 18px;background:#0b5f4a;color:#ffffff;text-decoration:none;border-radius:2px',
  link: 'color:#0b5f4a',
} as const

const DARK = [
  'body,.page{background:#101b17!important;color:#e7eee9!important}',
  '.sheet{background:#17241f!important}',
  '.small{color:#a9bab1!important}',
  '.cell{border-color:#2a3a33!important}',
  '.sum{border-color:#c9d6cf!important}',
  '.button{background:#4fc3a1!important;color:#06231a!important}',
  '.link{color:#4fc3a1!important}',
].join('')

/** A whole mail around what it says. Everything in `body` is escaped already. */
export const mailPage = (language: Language, title: string, body: string): string =>
  [
    `<!doctype html><html lang="${language === 'jp' ? 'ja' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(title)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>`,
    `<body style="margin:0"><div class="page" style="${MAIL.page}"><div class="sheet" style="${MAIL.sheet}">${body}</div></div></body></html>`,
  ].join('')

/** A text as it stands between tags or in an attribute. */
export const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)
