import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted } from '#platform/access/admitted.ts'
import { admit } from '#platform/access/door.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { Failure } from '#shared/failure.ts'
import { callerOf } from './caller.ts'
import type { Service } from './implement.ts'
import { type BodyPlace, keepPlace, type LargeBodies } from './large-bodies.ts'

/** Somebody whose body may be read. */
interface Early {
  admitted: Admitted
  /** When, on a clock that nobody sets. */
  at: number
  place: BodyPlace
  /** Whether the operation itself looks after the room now. */
  isTaken: boolean
}

/** Who was let in longer ago is asked for again: a session may have ended while a large file was on its way. */
const HOLDS_MS = 1_000

const admittedEarly = new WeakMap<FastifyRequest, Early>()

/**
 * Decides before a large body is read whether its sender may use the operation, and keeps room for it. All of it is decided again in the
 * transaction of the work.
 * @throws as `admit` does, and what the operation refuses those who lack a tag
 */
export const admitEarly = async (
  service: Service,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  bodies: LargeBodies,
): Promise<void> => {
  service.database.succession.refuse()
  const admitted = await admit(service, operation, request, callerOf(service, request, reply))
  await refuseWithoutTag(operation, admitted)
  const place = bodies.place(admitted.subject)
  const early: Early = { admitted, at: performance.now(), place, isTaken: false }
  admittedEarly.set(request, early)
  keepPlace(request, place)
  // A body that broke off or was refused never comes to the operation.
  reply.raw.once('close', () => {
    if (!early.isTaken) place.leave()
  })
}

/** Tags are looked at where the work is done. A till has none: its key says it all, and asking twice would cost each sale a question more. */
const refuseWithoutTag = async ({ access }: AnyOperation, admitted: Admitted): Promise<void> => {
  if (access === 'location-key' || access === 'public') return
  try {
    await admitted.inTransaction(async () => undefined)
  } catch (error) {
    if (error instanceof Failure) await admitted.noteRefusal(error)
    throw error
  }
}

/**
 * Does the work of a request whose sender may have been let in early.
 * @param work given who was let in, unless nobody was or it is too long ago
 */
export const takeOver = async <T>(request: FastifyRequest, work: (admitted: Admitted | undefined) => Promise<T>): Promise<T> => {
  const early = admittedEarly.get(request)
  if (!early) return work(undefined)
  early.isTaken = true
  try {
    return await work(performance.now() - early.at < HOLDS_MS ? early.admitted : undefined)
  } finally {
    early.place.leave()
  }
}
