import type { FieldError } from '#shared/failure.ts'
import { type Draft, KIND } from './sale-facts.rules.ts'
import { complaint } from './sale-lines.rules.ts'

export type Status = 'accepted' | 'duplicate' | 'replaced' | 'stale' | 'conflict' | 'rejected'

/** A version of a receipt as it stands: stored before, or accepted a moment ago in the same batch. */
export interface Version {
  saleId: string
  revision: number
  kind: number
  originalReceipt: string | null
  /** Content, as text that is equal where the content is. */
  content: string
  takenBack: boolean
}

/** Everything known of one receipt of one till. What an import brought that was undone is not in it: it is as if it had never come. */
export interface Standing {
  versions: Version[]
  /** How often the receipt began anew: taken back by undoing an import, or as it was before one. Versions of earlier rounds count no more. */
  round: number
  /** A void names it: whatever version comes, it does not count. */
  voided: boolean
}

/** What becomes of a sale that arrives: whether it is stored, and which stored ones are taken back for it. */
export interface Decision {
  status: Status
  errors: FieldError[]
  store: boolean
  takeBack: Version[]
  /** The new version itself is taken back at once: a void for it came first. */
  takeBackItself: boolean
}

const latestOf = ({ versions }: Standing): Version | undefined =>
  versions.reduce<Version | undefined>((latest, version) => (!latest || version.revision > latest.revision ? version : latest), undefined)

/**
 * Decides by natural key and revision, so that any order and any number of deliveries ends in the same figures: the
 * highest revision of a receipt counts, and none of them once a void names it.
 * @param own the receipt's own standing
 * @param target for a void, the standing of the receipt it names
 * @param mustMatch whether a void needs a sale that is there: tills may send it first, a file has everything
 */
export const decide = (draft: Draft, content: string, own: Standing, target: Standing | undefined, mustMatch = false): Decision => {
  const same = own.versions.find(({ revision }) => revision === draft.revision)
  if (same)
    return same.content === content
      ? settled('duplicate')
      : settled('conflict', [complaint('Revision', 'Conflict', 'This SaleId and Revision are already stored with other content. Send a higher Revision.')])
  const latest = latestOf(own)
  if (latest && draft.revision < latest.revision) return settled('stale')
  const isSelfVoid = draft.kind === KIND.void && draft.originalReceipt === draft.receipt
  const refusal = refusalOf(draft, latest, isSelfVoid ? undefined : target)
  if (refusal) return settled('rejected', [refusal])
  if (mustMatch && target && !latestOf(target))
    return settled('rejected', [complaint('OriginalSaleId', 'NothingToVoid', `There is no sale ${draft.originalReceipt} to void.`)])
  const aim = draft.kind === KIND.void && !isSelfVoid && target ? latestOf(target) : undefined
  return {
    status: latest ? 'replaced' : 'accepted',
    errors: [],
    store: true,
    takeBack: [latest, aim].filter((version) => version !== undefined && canBeTakenBack(version)) as Version[],
    takeBackItself: own.voided && (draft.kind === KIND.sale || draft.kind === KIND.refund),
  }
}

const settled = (status: Status, errors: FieldError[] = []): Decision => ({ status, errors, store: false, takeBack: [], takeBackItself: false })

const canBeTakenBack = ({ kind, takenBack }: Version): boolean => !takenBack && (kind === KIND.sale || kind === KIND.refund)

const refusalOf = (draft: Draft, latest: Version | undefined, target: Standing | undefined): FieldError | undefined => {
  if (
    latest?.kind === KIND.void &&
    latest.originalReceipt !== draft.receipt &&
    (draft.kind !== KIND.void || draft.originalReceipt !== latest.originalReceipt)
  ) {
    return complaint('Revision', 'VoidChanged', 'A void cannot become something else. Send the sale again with a new SaleId.')
  }
  if (draft.kind !== KIND.void || !target || latest?.kind === KIND.void) return undefined
  if (target.voided) return complaint('OriginalSaleId', 'AlreadyVoided', `${draft.originalReceipt} is already voided.`)
  if (latestOf(target)?.kind === KIND.void) return complaint('OriginalSaleId', 'NotASale', `${draft.originalReceipt} is itself a void and cannot be voided.`)
  return undefined
}
