import { useState } from 'react'
import type { Details } from './loyalty.contract.ts'
import { Steps } from './move-fields.part.tsx'
import { TransferDone, type Transferred } from './transfer-done.part.tsx'
import { TransferFields } from './transfer-fields.part.tsx'
import { TransferReview } from './transfer-review.part.tsx'

/** What is to be moved, as far as it is filled in. */
export interface TransferDraft {
  from: Details | undefined
  to: Details | undefined
  amount: string
  locationId: number
  comments: string
}

/** A transfer that may be made. */
export interface Transfer {
  from: Details
  to: Details
  points: number
  locationId: number
  comments: string
}

/** Moves points from one card to another: cards and amount, a look at both balances, then done. `fixed`: from the card whose screen it is. */
export const TransferForm = ({ fixed }: { fixed?: Details }) => {
  const [draft, setDraft] = useState<TransferDraft>({ from: fixed, to: undefined, amount: '', locationId: 0, comments: '' })
  const [review, setReview] = useState<Transfer>()
  const [done, setDone] = useState<Transferred>()
  const again = () => {
    setDraft({ from: fixed, to: undefined, amount: '', locationId: draft.locationId, comments: '' })
    setReview(undefined)
    setDone(undefined)
  }
  return (
    <>
      <Steps at={done ? 2 : review ? 1 : 0} />
      {done ? (
        <TransferDone done={done} onAgain={again} />
      ) : review ? (
        <TransferReview transfer={review} onBack={() => setReview(undefined)} onDone={setDone} />
      ) : (
        <TransferFields draft={draft} onChange={setDraft} onReview={setReview} />
      )}
    </>
  )
}
