import { expect } from 'vitest'
import type { Bridge } from '#features/reports/bridge/bridge.contract.ts'
import { isStage, type Step } from '#features/reports/bridge/bridge-steps.rules.ts'
import type { Visitor } from './visitor.ts'

/** Whole cents, so that sums are exact. */
export const cents = (value: number | null | undefined): number => Math.round((value ?? Number.NaN) * 100)

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** What a step of a bridge comes to, in cents. */
export const step = ({ Steps }: Bridge, name: Step): number => cents(Steps.find(({ Step }) => Step === name)?.Amount)

/** Every stage of a bridge is what the steps before it come to, to the cent. */
export const expectSteps = ({ Steps }: Pick<Bridge, 'Steps'>): void => {
  let walked = 0
  for (const { Step, Amount } of Steps) {
    if (isStage(Step) && Step !== 'Gross') expect([Step, cents(Amount)]).toEqual([Step, walked])
    else walked += cents(Amount)
  }
}

/** What somebody is told who may ask. */
export const answerTo = async <A>(who: Visitor, path: string, query: Record<string, string> = {}): Promise<A> => {
  const { status, body } = await who.call('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body as A
}
