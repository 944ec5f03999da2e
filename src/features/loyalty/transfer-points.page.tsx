import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { TransferByNumber } from './by-number.form.tsx'
import { useMaySee } from './card-calls.part.ts'
import { moveWords } from './moves.messages.ts'
import { TransferForm } from './transfer.form.tsx'

/** Moves points from one card to another. */
const TransferPointsPage = () => {
  const say = useSay(moveWords)
  const maySee = useMaySee()
  return (
    <Page title={say('transferTitle')} sheet>
      {maySee ? <TransferForm /> : <TransferByNumber />}
    </Page>
  )
}

export default TransferPointsPage
