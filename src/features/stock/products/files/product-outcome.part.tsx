import styles from '#features/imports/import-counts.module.css'
import part from '#features/imports/import-part.module.css'
import { productWords } from '#features/stock/products/products.messages.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { ProductFileOutcome } from './product-files.contract.ts'
import { productImportWords } from './product-import.messages.ts'

/** What a file of products came to, or would: rows, each cell that changes, and the rows that are wrong with the reason. */
export const ProductOutcome = ({ outcome }: { outcome: ProductFileOutcome }) => {
  const say = useSay(productImportWords)
  const { language } = useLanguage()
  const lines = [
    ['rowsRead', outcome.RowsRead],
    ['rejected', outcome.RowsRejected],
    ['unchanged', outcome.Unchanged],
    ['changed', outcome.Changed],
    ['new', outcome.New],
  ] as const
  const title = say(outcome.Check ? 'checked' : 'result')
  return (
    <section className={part.part}>
      <h2>{title}</h2>
      <table className={styles.counts}>
        <caption className="sr">{title}</caption>
        <tbody>
          {lines.map(([what, n]) => (
            <tr key={what}>
              <th scope="row">{say(what)}</th>
              <td>{numberText(n, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {outcome.Check && outcome.New + outcome.Changed === 0 && outcome.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      {outcome.Changes.length > 0 && <Changes changes={outcome.Changes} />}
      {outcome.WrongRows.length > 0 && (
        <>
          <h3>{say('wrongTitle')}</h3>
          <ul>
            {outcome.WrongRows.map(({ Line, Errors }) => (
              <li key={Line}>
                <b>
                  {say('line')} {Line}
                </b>{' '}
                {Errors.map(({ Column, Message }) => (Column === '' ? Message : `${Column}: ${Message}`)).join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Changes = ({ changes }: { changes: ProductFileOutcome['Changes'] }) => {
  const say = useSay(productImportWords)
  const sayCell = useSay(productWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll" aria-label={say('changes')} tabIndex={0}>
      <table className="plain">
        <caption className="sr">{say('changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('product')}</th>
            <th scope="col">{say('cell')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ Line, Plu, Name, Field, Before, After }) => (
            <tr key={`${Line} ${Field}`}>
              <th scope="row">
                {Name} <small>PLU {Plu}</small>
              </th>
              <td>{sayCell(Field)}</td>
              <td>{Before || '–'}</td>
              <td>{After}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
