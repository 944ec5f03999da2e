import { SaxesParser } from 'saxes'
import { failure } from '#shared/failure.ts'

/** What is told of an XML document as it comes, names without their prefix. */
export interface XmlEvents {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/** A workbook needs about ten. */
const DEEPEST = 100
/** Text, attributes and comments between two tags. */
const LONGEST_PIECE = 1_000_000

/**
 * Reads XML piece by piece and holds no more of it than stands between two tags.
 * @throws FileNotReadable
 */
export const xmlReader = (on: XmlEvents): { write(text: string): void; end(): void } => {
  const parser = new SaxesParser({ position: false, xmlns: false })
  let depth = 0
  let held = 0
  parser.on('opentag', ({ name, attributes }) => {
    held = 0
    depth += 1
    if (depth > DEEPEST) throw failure('FileNotReadable', { why: 'its XML is nested too deeply for a workbook.' })
    on.open?.(withoutPrefix(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    held = 0
    depth -= 1
    on.close?.(withoutPrefix(name))
  })
  if (on.text) {
    const text = on.text.bind(on)
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return {
    write: (text) => {
      held += text.length
      parser.write(text)
      if (held > LONGEST_PIECE) throw failure('FileNotReadable', { why: 'one of its cells is longer than a million characters.' })
    },
    end: () => void parser.close(),
  }
}

const withoutPrefix = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)
