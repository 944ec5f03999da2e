/** An event as it came. */
export interface ReceivedEvent {
  id: string
  data: unknown
}

/** Reads events out of the pieces they come in: `id` and `data` alone, as our server writes them. What is neither is a sign of life. */
export class EventReader {
  #rest = ''

  /** The events that a further piece completes. */
  read(piece: string): ReceivedEvent[] {
    const blocks = (this.#rest + piece).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const lines = block.split('\n')
      const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length)
      const data = field('data: ')
      return data === undefined ? [] : [{ id: field('id: ') ?? '', data: JSON.parse(data) as unknown }]
    })
  }
}
