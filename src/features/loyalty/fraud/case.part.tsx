import { useQueryClient } from '@tanstack/react-query'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { DecideForm } from './decide.form.tsx'
import { type FraudCase, fraud, type ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'

/** The case of a listed card: what was decided, and the form to decide; where there is none yet, the way to open one. */
export const CaseOf = ({ card, range }: { card: ListedCard; range: { FromDate: string; ToDate: string } }) => {
  const say = useSay(fraudWords)
  const mayDecide = tagsOf(useStoredUser()).includes('can_editloyalty')
  return (
    <>
      {card.Case ? <KnownCase caseId={card.Case.CaseId} mayDecide={mayDecide} /> : mayDecide && <OpenCase card={card} range={range} />}
      {!mayDecide && (
        <p className={styles.say}>
          <Icon name="lock" />
          <span>{say('mayNot')}</span>
        </p>
      )}
    </>
  )
}

/** Asks for the list anew, since a case changed. */
export const useListAnew = () => {
  const queries = useQueryClient()
  return () => Promise.all([fraud.fraudCheck, fraud.case].map((operation) => queries.invalidateQueries({ queryKey: callKey(operation) })))
}

const OpenCase = ({ card, range }: { card: ListedCard; range: { FromDate: string; ToDate: string } }) => {
  const say = useSay(fraudWords)
  const listAnew = useListAnew()
  const open = useSend(fraud.openCase, { onDone: listAnew })
  return (
    <section className={styles.decide} aria-label={say('decide')}>
      <p className="note">{say('openCaseWhy')}</p>
      <p className="acts">
        <button
          type="button"
          className="btn primary"
          disabled={open.isPending}
          onClick={() => open.mutate({ body: { CardNumber: card.CardNumber, FromDate: range.FromDate, ToDate: range.ToDate } })}
        >
          {say('openCase')}
        </button>
      </p>
    </section>
  )
}

const KnownCase = ({ caseId, mayDecide }: { caseId: string; mayDecide: boolean }) => {
  const { data, error, refetch } = useCall(fraud.case, { params: { id: caseId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={4} />
  return (
    <>
      <Steps steps={data.Steps} />
      {mayDecide && ['New', 'Reviewing'].includes(data.State) && <DecideForm known={data} />}
    </>
  )
}

const Steps = ({ steps }: { steps: FraudCase['Steps'] }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  return (
    <section className={styles.steps}>
      <h3>{say('steps')}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.At}>
            <b>{say(step.State)}</b> {step.By ?? say('nightly')} <small>{moment(step.At)}</small>
            {step.Note && <p>{step.Note}</p>}
            <small>
              {[
                step.Blocked ? say('blocked') : '',
                step.Reversed > 0 ? say('stepReversed', { n: numberText(step.Reversed, language) }) : '',
                step.ExemptUntil ? say('exemptTo', { day: dayText(step.ExemptUntil, language) }) : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
