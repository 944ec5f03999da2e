import { setImmediate } from 'node:timers/promises'

/** Makes something once all that was asked of the database until then is on its way, while that is at work. */
export const meanwhile = async <T>(make: () => T): Promise<T> => {
  await setImmediate()
  return make()
}
