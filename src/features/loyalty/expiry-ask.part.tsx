import { useQueryClient } from '@tanstack/react-query'
import { dayText } from '#shared/cell-text.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useSend } from '#ui/use-call.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { expiryWords } from './expiry.messages.ts'
import type { ExpiryPreview } from './expiry.page.tsx'
import { loyalty } from './loyalty.contract.ts'

/** The question before points expire, with the figures of the preview: exactly these expire, or nothing does. */
export const ExpireAsk = ({ preview, onClose }: { preview: ExpiryPreview; onClose: () => void }) => {
  const say = useSay(expiryWords)
  const { language } = useLanguage()
  const changed = useCardsChanged()
  const queries = useQueryClient()
  const { Cards, Points, Before } = preview
  const send = useSend(loyalty.expirePoints, {
    quiet: true,
    onDone: () => {
      toast.success(say.count('expired', Points))
      onClose()
      return changed()
    },
  })
  const expire = () =>
    send.mutate({ body: { Before: Before ?? '', Cards, Points } }, { onError: () => queries.invalidateQueries({ queryKey: callKey(loyalty.expiryPreview) }) })
  const isStale = send.error?.status === 409
  return (
    <AskFirst
      title={say('ask', { points: say.count('nPoints', Points), cards: say.count('nCards', Cards) })}
      verb={say.count('expireN', Points)}
      busy={send.isPending}
      error={isStale ? undefined : send.error}
      onDo={expire}
      onClose={onClose}
    >
      <p>{say('askWhy', { before: dayText(Before ?? '', language) })}</p>
      {isStale && (
        <p className="wrong" role="alert">
          {say('stale')}
        </p>
      )}
    </AskFirst>
  )
}
