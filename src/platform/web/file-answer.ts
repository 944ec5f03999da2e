import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a call may answer instead of JSON: a file to be saved. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  /** What is not all there yet is sent as it comes. */
  readonly content: string | Buffer | AsyncIterable<Buffer>

  constructor(name: string, type: string, content: FileAnswer['content']) {
    this.name = name
    this.type = type
    this.content = content
  }
}

/** Beyond these characters a part of a name is cut, so that no file system refuses the whole. */
const LONGEST_PART = 50

/** What no file system takes, and what nobody sees: control characters and what turns the direction of writing. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

const safePart = (part: string): string =>
  [...part.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, LONGEST_PART)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')

/** The name of a report's file: "Harbour & Vine – Sales Summary – 16–22 Nov 2026.xlsx". */
export const reportFileName = ({ venue, title, span }: { venue: string; title: string; span: string }, format: string): string =>
  `${[venue, title, span].map(safePart).filter(Boolean).join(' – ')}.${format}`

/** The same in ASCII, for programs that know no other. */
const asciiName = (name: string): string => {
  const end = name.slice(name.lastIndexOf('.'))
  const plain = name
    .slice(0, -end.length || undefined)
    .replaceAll('–', '-')
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]|["\\%]/g, '')
  const parts = plain.split(' - ').map((part) => part.trim())
  return `${parts.filter((part) => /[A-Za-z\d]/.test(part)).join(' - ') || 'report'}${end}`
}

/** What RFC 5987 lets stand in a name as it is; everything else is written by its bytes. */
const encoded = (name: string): string => encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Sends a file under its name. */
export const sendFile = (reply: FastifyReply, { name, type, content }: FileAnswer) =>
  reply
    .header('content-disposition', `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encoded(name.toWellFormed())}`)
    .type(type)
    .send(typeof content === 'string' || Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }))
