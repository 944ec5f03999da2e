import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import type { Method } from '#features/till/till.rules.ts'
import { METHODS } from '#features/till/till.rules.ts'
import type { Target } from '#ui/go.tsx'
import { OF_SALES, STEPS, type Step } from './bridge-steps.rules.ts'

/** What is open beside the bridge: a step, or the media of a method. */
export type Opened = { step: Step } | { method: Method }

/** Reads what is open from the address; undefined where it makes no sense. */
export const openedAt = (written: string | undefined): Opened | undefined => {
  const step = STEPS.find((one) => one === written)
  if (step) return { step }
  const method = METHODS.find((one) => `media:${one}` === written)
  return method && { method }
}

const isOfSales = (step: Step): step is (typeof OF_SALES)[number] => (OF_SALES as readonly Step[]).includes(step)

/**
 * What a step opens: of sales its receipts, of the rest the sheets, movements or media it is made of.
 * @param mayList whether the reader may see receipts
 */
export const stepTarget = (step: Step, mayList: boolean): Target | undefined => {
  if (!isOfSales(step)) return { change: { step, drill: undefined, receipt: undefined } }
  return mayList ? { change: { drill: writeDrill({ figure: step }), step: undefined, receipt: undefined } } : undefined
}

/** What was paid with a media: its receipts. */
export const mediaTarget = (mediaKey: number, mayList: boolean): Target | undefined =>
  mayList ? { change: { drill: writeDrill({ figure: 'Takings', mediaKey }), step: undefined, receipt: undefined } } : undefined

/** What was paid with a method: the receipts where it is one media, else the media it is made of. */
export const methodTarget = (method: Method, tenders: readonly { MediaKey: number; Method: Method }[], mayList: boolean): Target | undefined => {
  const own = tenders.filter((one) => one.Method === method)
  const [only] = own
  if (only && own.length === 1) return mediaTarget(only.MediaKey, mayList)
  return { change: { step: `media:${method}`, drill: undefined, receipt: undefined } }
}

/** The screen of Payments with the days one is at, and the payments of a figure open beside it. */
export const toPayments = (paid?: string, locationIds?: readonly number[]): Target => ({
  to: '/reports/payments',
  change: { paid, step: undefined, drill: undefined, receipt: undefined, view: undefined, ...(locationIds ? { loc: locationIds.join(',') } : {}) },
})
