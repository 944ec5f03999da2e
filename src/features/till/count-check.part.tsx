import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { afterFloat, tallyOf, wrongOthers } from './count-draft.rules.ts'
import { countWords } from './count-phone.messages.ts'
import styles from './count-phone.module.css'
import { Offline, Stage, type StageProps } from './count-stage.part.tsx'
import { typedAmount } from './denominations.rules.ts'
import { photoOfFile } from './photo-file.part.ts'
import { PhotoButton } from './photos.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'
import type { useHandIn } from './use-count-draft.part.ts'

interface CheckProps extends StageProps {
  isOffline: boolean
  handIn: ReturnType<typeof useHandIn>
  onAgain: () => void
}

/** The count once more before it is handed in: beside the one before, with the float, the other media and a photo. */
export const CheckStage = ({ id, answer, draft, change, isOffline, handIn, onAgain }: CheckProps) => {
  const say = useSay(countWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const { Currency } = answer.Sheet
  const { total = 0 } = tallyOf(draft, Currency)
  const { float, toBank } = afterFloat(draft, answer, total)
  const isFloatWrong = draft.float !== '' && typedAmount(draft.float, Currency) === undefined
  const isOpeningWrong = draft.opening !== '' && typedAmount(draft.opening, Currency) === undefined
  const wrong = wrongOthers(draft, Currency)
  const others = answer.Sheet.Media.map(({ Method }) => Method).filter((method) => method !== 'Cash')
  const foot = (
    <>
      <Refusal error={handIn.error} />
      <div className={styles.two}>
        <button type="button" className="btn big" disabled={handIn.isWaiting && !isOffline} onClick={onAgain}>
          {screen('countAgain')}
        </button>
        <button
          type="button"
          className="btn primary big"
          disabled={handIn.isWaiting || isFloatWrong || isOpeningWrong || wrong.length > 0}
          aria-busy={handIn.isWaiting}
          onClick={handIn.ask}
        >
          {handIn.isWaiting && isOffline ? say('waits') : say('handIn', { amount: text.sum(total, Currency) })}
        </button>
      </div>
    </>
  )
  return (
    <Stage id={id} answer={answer} foot={foot} notice={isOffline && <Offline answer={answer} draft={draft} />}>
      <h1>{say('checkTitle')}</h1>
      <Compared answer={answer} draft={draft} />
      {answer.MaySetFloat && (
        <Field
          label={screen('OpeningFloat')}
          value={draft.opening}
          placeholder={text.money(answer.Sheet.OpeningFloat, Currency)}
          inputMode="decimal"
          onChange={(typed) => change({ opening: typed })}
          wrong={isOpeningWrong ? screen('wrongAmount') : undefined}
        />
      )}
      <div className={styles.float}>
        <Field
          label={say('leaveFloat')}
          value={draft.float}
          placeholder={text.money(float, Currency)}
          inputMode="decimal"
          onChange={(typed) => change({ float: typed })}
          wrong={isFloatWrong ? screen('wrongAmount') : undefined}
        />
        <p>
          <span>{screen('ToBank')}</span>
          <b>{text.money(toBank, Currency)}</b>
        </p>
      </div>
      {others.length > 0 && <p className={styles.lead}>{screen('othersCounted')}</p>}
      {others.map((method) => (
        <Field
          key={method}
          label={screen(`method.${method}`)}
          value={draft.others[method] ?? ''}
          inputMode="decimal"
          onChange={(typed) => change({ others: { ...draft.others, [method]: typed } })}
          wrong={wrong.includes(method) ? screen('wrongAmount') : undefined}
        />
      ))}
      <SlipPhoto draft={draft} change={change} />
      <Field label={screen('note')} value={draft.note} onChange={(note) => change({ note })} maxLength={500} autoComplete="off" />
    </Stage>
  )
}

/** What differs between the first and the second count. */
const Compared = ({ answer, draft }: Pick<StageProps, 'answer' | 'draft'>) => {
  const say = useSay(countWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const { Currency, LocationId } = answer.Sheet
  const now = tallyOf(draft, Currency)
  const first = draft.first && tallyOf({ ...draft, pieces: draft.first.pieces }, Currency)
  const differing = first
    ? now.counts.filter(([value, count]) => first.counts.find(([other]) => other === value)?.[1] !== count)
    : now.counts.filter(([, count]) => count)
  const same = now.values.length - differing.length
  const firstCount = (value: number) => first?.counts.find(([other]) => other === value)?.[1] ?? 0
  return (
    <>
      <table className={styles.compared}>
        <caption className="sr">{say('checkTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">{first ? say('differs') : screen('piece')}</th>
            {first && (
              <th scope="col" className="num">
                {say('firstAt', { time: text.time(draft.first?.at ?? '', LocationId) })}
              </th>
            )}
            <th scope="col" className="num">
              {first ? say('second') : screen('howMany')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.map(([value, count]) => (
            <tr key={value}>
              <th scope="row">{text.piece(value, Currency)}</th>
              {first && <td className="num">{firstCount(value)}</td>}
              <td className="num">
                <b>{count ?? 0}</b>
              </td>
            </tr>
          ))}
          {first && same > 0 && (
            <tr>
              <th scope="row">{say('others', { n: same })}</th>
              <td className="num">{say('same')}</td>
              <td className="num">{say('same')}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{screen('inDrawer')}</th>
            {first && <td className="num">{text.money(first.total ?? 0, Currency)}</td>}
            <td className="num">{text.money(now.total ?? 0, Currency)}</td>
          </tr>
        </tfoot>
      </table>
      {first && <p className={styles.lead}>{say('bothStay')}</p>}
    </>
  )
}

const SlipPhoto = ({ draft, change }: Pick<StageProps, 'draft' | 'change'>) => {
  const say = useSay(countWords)
  const sheet = useSay(sheetWords)
  const [isBad, setBad] = useState(false)
  const [photo] = draft.photos
  const take = async (file: Blob) => {
    try {
      change({ photos: [{ kind: 'BankingSlip', content: await photoOfFile(file) }] })
      setBad(false)
    } catch {
      setBad(true)
    }
  }
  return (
    <>
      <h2 className={styles.subtitle}>{say('slipPhoto')}</h2>
      {isBad && (
        <p className="callout" role="alert">
          {sheet('photoBad')}
        </p>
      )}
      <div className={styles.photo}>
        {photo && <img src={`data:image/jpeg;base64,${photo.content}`} alt={say('slipPhoto')} />}
        {photo && <p>{say('photoKept', { kb: Math.ceil((photo.content.length * 3) / 4 / 1024) })}</p>}
        <PhotoButton words={photo ? say('retake') : sheet('addSlipPhoto')} isBusy={false} onFile={take} />
      </div>
    </>
  )
}
