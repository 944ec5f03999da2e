import { productWords } from '#features/stock/products/products.messages.ts'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { ProductFileOutcome } from './product-files.contract.ts'
import { productImportWords } from './product-import.messages.ts'

/** Each cell that changes, with what stands there now. */
export const ProductChanges = ({ changes }: { changes: ProductFileOutcome['Changes'] }) => {
  const say = useSay(productImportWords)
  const sayCell = useSay(productWords)
  return (
    <Scroll label={say('changes')}>
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
    </Scroll>
  )
}
