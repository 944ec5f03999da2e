import type { FastifyRequest } from 'fastify'
import { failure } from '#shared/failure.ts'
import { USUAL_BODY_BYTES } from './read-input.ts'

const MEGABYTE = 1024 * 1024
/** What all large bodies of this process may take together, from their arrival until they are answered. */
const ROOM_BYTES = 64 * MEGABYTE
/** What one caller's may take of it: nobody keeps the others out. */
const CALLER_BYTES = ROOM_BYTES / 2
const COME_AGAIN_SECONDS = 2

/** What one body takes. */
export interface BodyPlace {
  /**
   * Takes room for as many bytes in all as are announced or have arrived.
   * @throws Unavailable where there is no room for now
   */
  grow(bytes: number): void
  /** Gives all of it back. */
  leave(): void
}

/** The room for large bodies in the memory of this process. A body of the usual size takes none of it. */
export class LargeBodies {
  #taken = 0
  readonly #byCaller = new Map<string, number>()

  /** @param caller whose bodies are counted together */
  place(caller: string): BodyPlace {
    let mine = 0
    let hasLeft = false
    const change = (by: number) => {
      const theirs = (this.#byCaller.get(caller) ?? 0) + by
      if (by > 0 && (theirs > CALLER_BYTES || this.#taken + by > ROOM_BYTES)) throw failure('Unavailable', {}, [], COME_AGAIN_SECONDS)
      mine += by
      this.#taken += by
      if (theirs > 0) this.#byCaller.set(caller, theirs)
      else this.#byCaller.delete(caller)
    }
    return {
      grow: (bytes) => {
        if (!hasLeft && bytes > USUAL_BODY_BYTES && bytes > mine) change(bytes - mine)
      },
      leave: () => {
        hasLeft = true
        change(-mine)
      },
    }
  }
}

const places = new WeakMap<FastifyRequest, BodyPlace>()

/** Lets a request's body take room of its own while it is read. */
export const keepPlace = (request: FastifyRequest, place: BodyPlace): void => {
  places.set(request, place)
}

/** The room that was kept for a request's body; nothing where the body can only be small. */
export const placeOf = (request: FastifyRequest): BodyPlace | undefined => places.get(request)
