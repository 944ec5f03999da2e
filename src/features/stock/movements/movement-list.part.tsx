import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { Movement } from './movements.contract.ts'
import { movementWords } from './movements.messages.ts'
import { REASONS } from './reasons.rules.ts'

interface Props {
  locationId: number
  currency: string
  movements: readonly Movement[]
  isBusy: boolean
  onUndo: (movementId: string) => void
}

/** The latest movements: who, when, why, how much and what it cost; each can be taken back once. */
export const MovementList = ({ locationId, currency, movements, isBusy, onUndo }: Props) => {
  const say = useSay(movementWords)
  const text = useStockText(currency)
  const places = new Map(useStoredUser()?.Config?.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  const whatOf = ({ Kind, Quantity, OtherLocationId }: Movement) =>
    OtherLocationId === null ? say(`kind${Kind}`) : say(Quantity < 0 ? 'sentTo' : 'cameFrom', { location: places.get(OtherLocationId) ?? '' })
  const reasonOf = (reason: string) => {
    const known = REASONS.find((one) => one === reason)
    return known ? say(known) : reason
  }
  const amountOf = ({ Quantity, Unit }: Movement) => `${Quantity > 0 ? '+' : ''}${text.quantity(Quantity)} ${text.unit(Unit, Math.abs(Quantity))}`
  return (
    <Scroll label={say('title')}>
      <table className="plain slips">
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('product')}</th>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('what')}</th>
            <th scope="col" className="num">
              {say('units')}
            </th>
            <th scope="col" className="num">
              {say('cost')}
            </th>
            <th scope="col">{say('by')}</th>
            <th scope="col">{say('undo')}</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((one) => (
            <tr key={one.MovementId}>
              <th scope="row">
                {one.Name} <small>PLU {one.Plu}</small>
              </th>
              <td data-label={say('when')}>{one.At === null ? text.day(one.Day) : text.at(one.At, locationId)}</td>
              <td data-label={say('what')}>{[one.IsReversal ? say('undoes') : whatOf(one), reasonOf(one.Reason)].filter((part) => part !== '').join(' · ')}</td>
              <td className="num" data-label={say('units')}>
                {amountOf(one)}
              </td>
              <td className="num" data-label={say('cost')}>
                {one.Cost === 0 ? <Nil /> : text.money(one.Cost)}
              </td>
              <td data-label={say('by')}>{one.By ?? (one.Source === 'till' ? say('till') : <Nil />)}</td>
              <td data-label={say('undo')}>
                {one.MayReverse ? (
                  <button
                    type="button"
                    className="text-btn"
                    disabled={isBusy}
                    aria-label={say('undoOf', { product: one.Name, quantity: amountOf(one) })}
                    onClick={() => onUndo(one.MovementId)}
                  >
                    {say('undo')}
                  </button>
                ) : one.IsReversed ? (
                  say('undone')
                ) : (
                  <Nil />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
