import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { moveWords } from './moves.messages.ts'
import { ReplaceForm } from './replace.form.tsx'

/** A new card for a lost one. */
const ReplacePage = () => {
  const say = useSay(moveWords)
  const [url] = useUrlState()
  return (
    <Page title={say('replaceTitle')} sheet>
      <ReplaceForm number={url.new ?? ''} />
    </Page>
  )
}

export default ReplacePage
