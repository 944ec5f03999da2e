import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ImportColumnsStep } from '#features/imports/import-columns-step.part.tsx'
import { type FileAsRead, FileFacts } from '#features/imports/import-file-facts.part.tsx'
import part from '#features/imports/import-part.module.css'
import { ImportSteps } from '#features/imports/import-steps.part.tsx'
import { productCalls } from '#features/stock/products/products.contract.ts'
import { productWords } from '#features/stock/products/products.messages.ts'
import { dayText } from '#shared/cell-text.ts'
import { Choose } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { callKey, useSend } from '#ui/use-call.ts'
import { type ProductFileOutcome, productFiles } from './product-files.contract.ts'
import { productImportWords } from './product-import.messages.ts'
import { PRODUCT_FIELDS, type ProductMapping, productMappingComplaints } from './product-mapping.rules.ts'
import { ProductOutcome } from './product-outcome.part.tsx'

/** A file of products as the server read it, and what its columns seem to be. */
export interface HandedProducts extends FileAsRead {
  Guess: { Mapping: ProductMapping }
}

/** A file that was handed over: what it holds, what would change, and importing it. */
export const ProductFileView = ({ file, onOther }: { file: HandedProducts; onOther: () => void }) => {
  const say = useSay(productImportWords)
  const sayCell = useSay(productWords)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [url] = useUrlState()
  const place = useStoredUser()?.Config?.Locations.find(({ LocationId }) => String(LocationId) === url.loc)
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [checked, setChecked] = useState<ProductFileOutcome>()
  const check = useSend(productFiles.importProducts, { quiet: true, onDone: setChecked })
  const begin = useSend(productFiles.importProducts, {
    quiet: true,
    onDone: (outcome) => {
      setChecked(outcome)
      void queries.invalidateQueries({ queryKey: callKey(productCalls.stockProducts) })
    },
  })
  const change = (next: ProductMapping) => {
    setMapping(next)
    setChecked(undefined)
  }
  const asked = {
    FileId: file.FileId,
    Mapping: mapping,
    ...(url.from ? { From: url.from } : {}),
    ...(place ? { LocationId: place.LocationId } : {}),
  }
  const complaints = [...new Set(productMappingComplaints(mapping, file.Columns).map(({ code }) => code))]
  const isDone = checked?.Check === false
  return (
    <>
      <ImportSteps at={isDone ? 3 : checked ? 2 : 0} last={say('stepImport')} />
      <FileFacts file={file} onOther={onOther} />
      {!isDone && (
        <section className={part.part}>
          <h2>{say('columns')}</h2>
          <p className="hint">
            {say('columnsHint')} {url.from && say('appliesFrom', { day: dayText(url.from, language) })}{' '}
            {place ? say('atLocation', { location: place.Name }) : (mapping.Columns.Least || mapping.Columns.Most) && say('atAll')}
          </p>
          <div className={part.settings}>
            <Choose
              small
              label={say('decimalMark')}
              value={mapping.DecimalMark ?? '.'}
              options={[
                ['.', '1.5'],
                [',', '1,5'],
              ]}
              onChange={(mark) => change({ ...mapping, DecimalMark: mark === ',' ? ',' : '.' })}
            />
          </div>
          <ImportColumnsStep
            file={file}
            columns={mapping.Columns}
            fields={PRODUCT_FIELDS}
            nameOf={(field) => sayCell(field)}
            onChange={(Columns) => change({ ...mapping, Columns })}
            complaints={complaints.map((code) => say(code))}
            error={check.error ?? begin.error}
            check={{
              label: say(checked ? 'checkAgain' : 'check'),
              isPrimary: !checked,
              busy: check.isPending,
              onCheck: () => check.mutate({ body: { ...asked, Check: true } }),
            }}
          />
        </section>
      )}
      {checked && <ProductOutcome outcome={checked} />}
      {checked && (
        <p className={part.acts}>
          {isDone ? (
            <Go className="btn big primary" to="/venue/products">
              {say('openProducts')}
            </Go>
          ) : (
            <button
              type="button"
              className="btn big primary"
              disabled={checked.New + checked.Changed === 0 || begin.isPending}
              aria-busy={begin.isPending}
              onClick={() => begin.mutate({ body: asked })}
            >
              {say.count('import', checked.New + checked.Changed)}
            </button>
          )}
          <button type="button" className="btn big" onClick={onOther}>
            {say('another')}
          </button>
        </p>
      )}
    </>
  )
}
