interface Pace {
  /** How many seconds the server asks to wait for, where it took nothing because too much came at once; nothing for any other refusal. */
  secondsToWait: (error: unknown) => number | undefined
  pause: (seconds: number) => Promise<unknown>
  /** Called after each with how many are done. */
  done: (over: number) => void
}

/**
 * Does something with people one after another. The server takes so many changes a minute: it is waited for as long as it says, and the
 * one it did not take is tried again, so that a thousand at once are done and not nine hundred refused.
 * @returns those where it did not work, with why
 */
export const oneByOne = async <P>(people: readonly P[], work: (person: P) => Promise<unknown>, pace: Pace): Promise<{ person: P; error: unknown }[]> => {
  const refused: { person: P; error: unknown }[] = []
  for (const [at, person] of people.entries()) {
    const error = await tried(() => work(person), pace)
    if (error !== undefined) refused.push({ person, error })
    pace.done(at + 1)
  }
  return refused
}

const tried = async (work: () => Promise<unknown>, pace: Pace): Promise<unknown> => {
  try {
    await work()
    return undefined
  } catch (error) {
    const seconds = pace.secondsToWait(error)
    if (seconds === undefined) return error
    await pace.pause(seconds)
    return tried(work, pace)
  }
}
