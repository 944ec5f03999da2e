import { noteAccount } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { addDays } from '#shared/day.ts'
import { thingAt } from './deputy-api.adapter.ts'
import { type Asked, KINDS, LISTS } from './deputy-lists.job.ts'
import { allOf } from './deputy-pages.job.ts'
import type { Roster } from './deputy-rows.adapter.ts'
import { type keepRosters, withdrawDeleted, withdrawMissing } from './deputy-shifts.sql.ts'

/** Days around today on which what was deleted at Deputy is looked for. */
const LOOKED_BACK = 14
const LOOKED_AHEAD = 35

/** Rows that could not be read before and were not met since, looked at one by one in one go. */
const MOST_LOOKED_AGAIN = 50

/** Whether what could not be read is mended or gone by now. */
export const lookAgain = async (asked: Asked): Promise<void> => {
  for (const what of LISTS) {
    const { kind, keep } = KINDS[what]
    for (const id of asked.unreadable.notMet(kind).slice(0, MOST_LOOKED_AGAIN)) {
      const one = await oneOf(asked, what, id)
      if (one) await asked.reading.store((venue) => (keep as typeof keepRosters)(venue, { endpoint: asked.install.endpoint, names: asked.names }, [one]))
    }
  }
}

/** One row as it stands now; null where it was deleted, undefined where it cannot be read. */
const oneOf = async ({ settings, install, unreadable }: Asked, what: keyof typeof KINDS, id: number): Promise<Roster | null | undefined> => {
  const { kind, shape } = KINDS[what]
  try {
    const one = await thingAt(settings, install, kind, shape as typeof Roster, id)
    unreadable.forget(kind, id)
    return one ?? null
  } catch (error) {
    if (!(error instanceof ProviderTrouble && error.kind === 'unreadable')) throw error
    unreadable.meet(kind, { rows: [], unreadable: [id] })
    return undefined
  }
}

/** Things that webhooks say were deleted, looked at one by one in one go. */
const MOST_LOOKED_AT = 200

/**
 * Looks whether what was told to be deleted is gone: nobody finds that out by what changed, and around today alone all days are looked through.
 * @returns the webhooks that are left for the next job
 */
export const lookAtDeleted = async (asked: Asked, told: readonly { eventId: string; type: string; objectId: string | null }[]): Promise<string[]> => {
  const deleted = told.filter(({ type }) => type.endsWith('.Delete'))
  const looked = deleted.slice(0, MOST_LOOKED_AT)
  const {
    reading: { store },
    install,
    names,
  } = asked
  for (const what of LISTS) {
    const { kind, keep } = KINDS[what]
    const ids = new Set(looked.flatMap(({ objectId }) => (objectId?.startsWith(`${kind}/`) ? [Number(objectId.slice(kind.length + 1))] : [])))
    for (const id of ids) {
      const one = await oneOf(asked, what, id)
      if (one === undefined) continue
      await store((venue) =>
        one
          ? (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, [one])
          : withdrawDeleted(venue, { endpoint: install.endpoint, what, ids: [id] }),
      )
    }
  }
  return deleted.slice(MOST_LOOKED_AT).map(({ eventId }) => eventId)
}

/** What is not told of is looked for so often at least. */
const LOOKED_AROUND_MS = 50 * 60_000

/** Finds what was deleted at Deputy on the days around today; not with every webhook, since that is thousands of shifts. */
export const lookAround = async (asked: Asked, now: Date, isTold: boolean): Promise<void> => {
  const { reading } = asked
  const last = Date.parse(String(reading.link.meta.LookedAround ?? ''))
  if (isTold && now.getTime() - last < LOOKED_AROUND_MS) return
  for (const what of LISTS) await lookForMissing(asked, what, now.toISOString().slice(0, 10))
  await reading.store((venue) => noteAccount(venue, reading.link.linkId, { meta: { LookedAround: now.toISOString() } }))
}

const lookForMissing = async (asked: Asked, what: keyof typeof KINDS, today: string): Promise<void> => {
  const {
    reading: { store },
    install,
    names,
  } = asked
  const { kind, shape, keep } = KINDS[what]
  // Deputy's days and ours differ by one at most; a day more on both sides is asked for than is looked through.
  const [from, to] = [addDays(today, -LOOKED_BACK), addDays(today, LOOKED_AHEAD)]
  const { rows, unreadable } = await allOf(asked, kind, shape as typeof Roster, [
    { field: 'Date', type: 'ge', data: addDays(from, -1) },
    { field: 'Date', type: 'le', data: addDays(to, 1) },
  ])
  await store(async (venue) => {
    await (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, rows)
    // What cannot be read is there all the same. Where not even its id can be read, nobody knows what is missing.
    if (unreadable.includes(null)) return
    const ids = [...rows.map(({ Id }) => Id), ...unreadable.filter((id) => id !== null)]
    await withdrawMissing(venue, { endpoint: install.endpoint, what, from, to, ids })
  })
}
