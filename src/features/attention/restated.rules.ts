/** Something mailed, with the days and locations it told of. */
export interface Told {
  scheduleId: string
  /** Null for whoever neither owns the schedule nor is sent it: its name is none of theirs. */
  name: string | null
  at: Date
  from: string
  to: string
  /** undefined: all of them. */
  locationIds: readonly number[] | undefined
}

interface Arrived {
  locationId: number
  day: string
  at: Date
  changes: number
  amount: number
}

/** A day that is not any more as it was mailed last. */
export interface RestatedDay {
  locationId: number
  day: string
  mail: Told
  changes: number
  amount: number
  lastAt: Date
}

/** What came to each day since the last mail about it, of the schedule that most came after; the newest day first. @param told the newest first */
export const restatedDays = (told: readonly Told[], arrived: readonly Arrived[]): RestatedDay[] => {
  const byDay = new Map<string, Arrived[]>()
  for (const one of arrived) byDay.set(`${one.day} ${one.locationId}`, [...(byDay.get(`${one.day} ${one.locationId}`) ?? []), one])
  return [...byDay.entries()]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([, own]) => {
      const [{ day, locationId }] = own as [Arrived]
      const last = lastOfEach(told.filter((mail) => mail.from <= day && day <= mail.to && (mail.locationIds?.includes(locationId) ?? true)))
      const since = last.map((mail) => sinceMail(mail, own)).sort((a, b) => b.changes - a.changes)[0]
      return since && since.changes > 0 ? [since] : []
    })
}

const lastOfEach = (told: readonly Told[]): Told[] => told.filter((mail, i) => told.findIndex(({ scheduleId }) => scheduleId === mail.scheduleId) === i)

const sinceMail = (mail: Told, arrived: readonly Arrived[]): RestatedDay => {
  const since = arrived.filter(({ at }) => at > mail.at)
  const [{ locationId, day }] = arrived as [Arrived]
  return {
    locationId,
    day,
    mail,
    changes: since.reduce((sum, { changes }) => sum + changes, 0),
    amount: since.reduce((sum, { amount }) => sum + amount, 0),
    lastAt: new Date(Math.max(0, ...since.map(({ at }) => at.getTime()))),
  }
}
