import { once } from 'node:events'
import { accessSync, constants, createWriteStream, existsSync, renameSync, rmSync, type WriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { WrongRow } from '#features/imports/import-tally.rules.ts'
import { wrongRowsHeading, wrongRowsText } from '#features/imports/wrong-rows.adapter.ts'

/**
 * The file of wrong rows beside the one they come from, or in the current folder where that one is not ours to write in. It
 * appears when it is complete; one that is there already may have been corrected by now and is left alone.
 */
export class WrongRowsFile {
  readonly #beside: string
  readonly #part: string
  #writing: WriteStream | undefined

  constructor(imported: string) {
    this.#beside = mayWriteBeside(imported) ? imported : basename(imported)
    this.#part = `${this.#beside}.errors.part`
  }

  async add(rows: readonly WrongRow[], headings: readonly string[], delimiter: string): Promise<void> {
    if (!this.#writing) {
      this.#writing = createWriteStream(this.#part, { mode: 0o600 })
      this.#writing.write(wrongRowsHeading(headings, delimiter))
    }
    if (!this.#writing.write(wrongRowsText(rows, headings, delimiter))) await once(this.#writing, 'drain')
  }

  /** @returns the file's name; undefined where no row was wrong */
  async finish(): Promise<string | undefined> {
    if (!this.#writing) return undefined
    this.#writing.end()
    await once(this.#writing, 'close')
    const name = this.#freeName()
    renameSync(this.#part, name)
    return name
  }

  discard(): void {
    this.#writing?.destroy()
    rmSync(this.#part, { force: true })
  }

  #freeName(): string {
    for (let no = 1; ; no += 1) {
      const name = `${this.#beside}.errors${no === 1 ? '' : `-${no}`}.csv`
      if (!existsSync(name)) return name
    }
  }
}

const mayWriteBeside = (file: string): boolean => {
  try {
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}
