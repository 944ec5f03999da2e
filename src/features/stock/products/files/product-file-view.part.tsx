import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckedFile } from '#features/imports/checked-file.part.tsx'
import { CheckedRows } from '#features/imports/checked-rows.part.tsx'
import type { FileAsRead } from '#features/imports/import-file-facts.part.tsx'
import { productCalls } from '#features/stock/products/products.contract.ts'
import { productWords } from '#features/stock/products/products.messages.ts'
import { dayText } from '#shared/cell-text.ts'
import { Choose } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { callKey, useSend } from '#ui/use-call.ts'
import { ProductChanges } from './product-changes.part.tsx'
import { type ProductFileOutcome, productFiles } from './product-files.contract.ts'
import { productErrorWords, productImportWords } from './product-import.messages.ts'
import { PRODUCT_FIELDS, type ProductMapping, productMappingComplaints } from './product-mapping.rules.ts'

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
  const appliesTo = place ? say('atLocation', { location: place.Name }) : mapping.Columns.Least || mapping.Columns.Most ? say('atAll') : ''
  return (
    <CheckedFile
      file={file}
      hint={[say('columnsHint'), url.from ? say('appliesFrom', { day: dayText(url.from, language) }) : '', appliesTo].join(' ')}
      settings={
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
      }
      columns={{
        columns: mapping.Columns,
        fields: PRODUCT_FIELDS,
        nameOf: (field) => sayCell(field),
        onChange: (Columns) => change({ ...mapping, Columns }),
        complaints: complaints.map((code) => say(code)),
      }}
      checked={checked}
      check={{ send: () => check.mutate({ body: { ...asked, Check: true } }), busy: check.isPending }}
      begin={{
        send: () => begin.mutate({ body: asked }),
        busy: begin.isPending,
        label: say.count('import', checked ? checked.New + checked.Changed : 0),
      }}
      error={check.error ?? begin.error}
      seen={{ to: '/venue/products', label: say('openProducts') }}
      onOther={onOther}
    >
      {checked && (
        <CheckedRows outcome={checked} headings={file.Columns} reasons={productErrorWords}>
          {checked.Changes.length > 0 && <ProductChanges changes={checked.Changes} />}
        </CheckedRows>
      )}
    </CheckedFile>
  )
}
