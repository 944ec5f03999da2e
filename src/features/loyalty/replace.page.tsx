import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { ReplaceByNumber } from './by-number.form.tsx'
import { useMaySee } from './card-calls.part.ts'
import { moveWords } from './moves.messages.ts'
import { ReplaceForm } from './replace.form.tsx'

/** A new card for a lost one. */
const ReplacePage = () => {
  const say = useSay(moveWords)
  const [url] = useUrlState()
  const maySee = useMaySee()
  return (
    <Page title={say('replaceTitle')} sheet>
      {maySee ? <ReplaceForm number={url.new ?? ''} /> : <ReplaceByNumber />}
    </Page>
  )
}

export default ReplacePage
