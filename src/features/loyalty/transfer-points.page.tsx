import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { moveWords } from './moves.messages.ts'
import { TransferForm } from './transfer.form.tsx'

/** Moves points from one card to another. */
const TransferPointsPage = () => {
  const say = useSay(moveWords)
  return (
    <Page title={say('transferTitle')} sheet>
      <TransferForm />
    </Page>
  )
}

export default TransferPointsPage
