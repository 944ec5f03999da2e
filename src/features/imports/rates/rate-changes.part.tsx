import { dayText } from '#shared/cell-text.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { RateImportOutcome } from './rate-import.contract.ts'
import { rateImportWords } from './rate-import.messages.ts'

/** The rates that change, each beside what held before. */
export const RateChanges = ({ changes }: { changes: RateImportOutcome['Changes'] }) => {
  const say = useSay(rateImportWords)
  const { language } = useLanguage()
  const rate = ({ Per, Amount }: { Per: 'Hour' | 'Week'; Amount: number }, currency: string) =>
    say(`per.${Per}`, { amount: moneyText(Amount, currency, language) })
  return (
    <Scroll label={say('changes')}>
      <table className="plain">
        <caption className="sr">{say('changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            <th scope="col">{say('from')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => (
            <tr key={one.Line}>
              <th scope="row">{one.Name}</th>
              <td>{dayText(one.FromDay, language)}</td>
              <td>{one.Before ? rate(one.Before, one.Currency) : say('noneBefore')}</td>
              <td>{rate(one, one.Currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
