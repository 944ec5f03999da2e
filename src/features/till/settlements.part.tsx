import type { ReactNode } from 'react'
import { useSay } from '#ui/language.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import type { BlockProps } from './sheet-blocks.part.tsx'
import { Opens } from './sheet-link.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** What the card terminals settled against the cards on the till: as the till sent it, else as the provider of the terminals has it. */
export const Settlements = ({ answer, most = 99 }: BlockProps) => {
  const say = useSay(sheetWords)
  const { Settlements: sent, Sheet, TerminalDay } = answer
  const own = Sheet.Media.find(({ Method }) => Method === 'Card')
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('settlement')}</h2>
      </div>
      {sent.length > 0 ? (
        <Terminals
          rows={sent}
          most={most}
          currency={Sheet.Currency}
          cards={own?.Expected ?? (Sheet.Expected === null ? null : 0)}
          count={own?.Count ?? 0}
          name={say('tillCards')}
          opens
        />
      ) : TerminalDay ? (
        <FromProvider day={TerminalDay} most={most} currency={Sheet.Currency} location={Sheet.Location} />
      ) : (
        <p className="note">{say('noSettlement')}</p>
      )}
    </section>
  )
}

interface FromProviderProps {
  day: NonNullable<SheetAnswer['TerminalDay']>
  most: number
  currency: string
  location: string
}

/** The provider knows the terminals of the location and not at which till each stands. */
const FromProvider = ({ day, most, currency, location }: FromProviderProps) => {
  const say = useSay(sheetWords)
  const moment = useVenueMoment()
  const { Sheets, ReadAt, Terminals: rows, Cards, CardPayments } = day
  return (
    <>
      <p className="note">
        {say('fromTyro', { location })} {ReadAt ? say('tyroReadAt', { when: moment(ReadAt) }) : say('tyroNotRead')} {Sheets > 1 && say('tyroAllSheets')}
      </p>
      <Terminals
        rows={rows.map((row) => ({ ...row, Terminal: `${say('terminal')} ${row.Terminal}` }))}
        most={most}
        currency={currency}
        cards={Cards}
        count={CardPayments}
        name={Sheets > 1 ? say('allTillCards', { n: Sheets }) : say('tillCards')}
        opens={Sheets === 1}
      />
    </>
  )
}

interface TerminalsProps {
  rows: readonly { Terminal: string; Amount: number; Payments: number }[]
  most: number
  currency: string
  /** What the tills have; null while it is not to be seen. */
  cards: number | null
  count: number
  name: string
  opens: boolean
}

const Terminals = ({ rows, most, currency, cards, count, name, opens }: TerminalsProps) => {
  const say = useSay(sheetWords)
  const text = useTillText()
  const money = (amount: number) => text.money(amount, currency)
  const settled = rows.reduce((sum, { Amount }) => sum + Math.round(Amount * 10_000), 0) / 10_000
  const difference = cards === null ? null : Math.round((settled - cards) * 10_000) / 10_000
  const onTill: ReactNode = cards === null ? null : opens ? <Opens figure="Card">{money(cards)}</Opens> : money(cards)
  return (
    <table className="plain">
      <caption className="sr">{say('settlement')}</caption>
      <tbody>
        {rows.slice(0, most).map(({ Terminal, Amount, Payments }) => (
          <tr key={Terminal}>
            <th scope="row">{Terminal}</th>
            <td className="num">{Payments}</td>
            <td className="num">{money(Amount)}</td>
          </tr>
        ))}
        {rows.length > most && (
          <tr>
            <th scope="row" colSpan={3}>
              {say('othersMore', { n: rows.length - most })}
            </th>
          </tr>
        )}
        <tr className={styles.subtotal}>
          <th scope="row">{say('settled')}</th>
          <td className="num">{rows.reduce((sum, { Payments }) => sum + Payments, 0)}</td>
          <td className="num">{money(settled)}</td>
        </tr>
        {onTill !== null && (
          <tr>
            <th scope="row">{name}</th>
            <td className="num">{count}</td>
            <td className="num">{onTill}</td>
          </tr>
        )}
        {difference !== null && (
          <tr className={styles.subtotal}>
            <th scope="row">{say('difference')}</th>
            <td />
            <td className={`num chg ${difference === 0 ? 'nil' : 'bad'}`}>{money(difference)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
