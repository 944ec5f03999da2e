import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { AdjustForm } from './adjust.form.tsx'
import { moveWords } from './moves.messages.ts'
import { PendingAdjustments } from './pending-adjustments.part.tsx'

/** Adds or takes points by hand, and decides on what others asked for. */
const AdjustPointsPage = () => {
  const say = useSay(moveWords)
  return (
    <Page title={say('adjustTitle')} sheet>
      <AdjustForm />
      <PendingAdjustments />
    </Page>
  )
}

export default AdjustPointsPage
