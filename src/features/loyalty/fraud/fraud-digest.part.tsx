import { useQueryClient } from '@tanstack/react-query'
import { Tick } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import styles from './fraud.module.css'
import { fraudDigest } from './fraud-digest.contract.ts'
import { digestWords } from './fraud-digest.messages.ts'

/** Whether the reader is mailed new cases. Draws nothing until that is known, and for whoever has no digest of their own. */
export const FraudDigest = () => {
  const say = useSay(digestWords)
  const queries = useQueryClient()
  const { data } = useCall(fraudDigest.digest, {})
  const send = useSend(fraudDigest.setDigest, {
    onDone: (answer) => {
      queries.setQueryData(callKey(fraudDigest.digest, {}), answer)
      toast.success(say(answer.On ? 'on' : 'off'))
    },
  })
  if (!data) return null
  return (
    <section className={styles.digest} aria-labelledby="fraud-digest">
      <h2 id="fraud-digest">{say('heading')}</h2>
      <Tick checked={send.isPending ? send.variables.body.On : data.On} onChange={(On) => send.mutate({ body: { On } })}>
        {say('switch')}
      </Tick>
      <p className="note">{say('explain')}</p>
    </section>
  )
}
