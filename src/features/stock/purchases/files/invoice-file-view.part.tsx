import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckedFile, FormatChoice } from '#features/imports/checked-file.part.tsx'
import { CheckedRows } from '#features/imports/checked-rows.part.tsx'
import type { FileAsRead } from '#features/imports/import-file-facts.part.tsx'
import { purchaseCalls } from '#features/stock/purchases/plu-purchases.contract.ts'
import { Choose } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { callKey, useSend } from '#ui/use-call.ts'
import { type InvoiceFileOutcome, invoiceFiles } from './invoice-files.contract.ts'
import { invoiceErrorWords, invoiceImportWords } from './invoice-import.messages.ts'
import { INVOICE_FIELDS, type InvoiceMapping, invoiceMappingComplaints } from './invoice-mapping.rules.ts'
import { InvoicesInFile } from './invoices-in-file.part.tsx'

/** A file of invoices as the server read it, and what its columns seem to be. */
export interface HandedInvoices extends FileAsRead {
  Guess: { Mapping: InvoiceMapping }
}

/** A file that was handed over: what it holds, which invoices are new, and importing them. */
export const InvoiceFileView = ({ file, onOther }: { file: HandedInvoices; onOther: () => void }) => {
  const say = useSay(invoiceImportWords)
  const queries = useQueryClient()
  const places = useStoredUser()?.Config?.Locations ?? []
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [place, setPlace] = useState(places.length === 1 ? String(places[0]?.LocationId ?? '') : '')
  const [checked, setChecked] = useState<InvoiceFileOutcome>()
  const check = useSend(invoiceFiles.importInvoices, { quiet: true, onDone: setChecked })
  const begin = useSend(invoiceFiles.importInvoices, {
    quiet: true,
    onDone: (outcome) => {
      setChecked(outcome)
      void queries.invalidateQueries({ queryKey: callKey(purchaseCalls.pluPurchases) })
    },
  })
  const change = (next: InvoiceMapping) => {
    setMapping(next)
    setChecked(undefined)
  }
  const asked = { FileId: file.FileId, Mapping: mapping, ...(place === '' ? {} : { LocationId: Number(place) }) }
  const complaints = [...new Set(invoiceMappingComplaints(mapping, file.Columns, place !== '').map(({ code }) => code))]
  const outcome = checked && { ...checked, Changed: 0 }
  return (
    <CheckedFile
      file={file}
      hint={say('columnsHint')}
      settings={
        <>
          <Choose
            small
            label={say('forRows')}
            value={place}
            options={[['', say('none')] as const, ...places.map(({ LocationId, Name }) => [String(LocationId), Name] as const)]}
            onChange={(chosen) => {
              setPlace(chosen)
              setChecked(undefined)
            }}
          />
          <FormatChoice of="dateFormat" format={mapping.DateFormat} onChange={(DateFormat) => change({ ...mapping, DateFormat })} />
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
        </>
      }
      columns={{
        columns: mapping.Columns,
        fields: INVOICE_FIELDS,
        nameOf: (field) => say(field),
        onChange: (Columns) => change({ ...mapping, Columns }),
        complaints: complaints.map((code) => say(code)),
      }}
      checked={outcome}
      check={{ send: () => check.mutate({ body: { ...asked, Check: true } }), busy: check.isPending }}
      begin={{ send: () => begin.mutate({ body: asked }), busy: begin.isPending, label: say.count('import', checked?.NewInvoices ?? 0) }}
      error={check.error ?? begin.error}
      seen={{ to: purchasesOf(outcome?.Invoices ?? []), label: say('openPurchases') }}
      onOther={onOther}
    >
      {outcome && (
        <CheckedRows outcome={outcome} headings={file.Columns} reasons={invoiceErrorWords}>
          {outcome.Invoices.length > 0 && <InvoicesInFile invoices={outcome.Invoices} />}
        </CheckedRows>
      )}
    </CheckedFile>
  )
}

/** The report over the days on which these invoices were received. */
const purchasesOf = (invoices: InvoiceFileOutcome['Invoices']): string => {
  const days = invoices.map(({ ReceivedOn }) => ReceivedOn).sort()
  return days.length === 0 ? '/reports/plu-purchases' : `/reports/plu-purchases?range=${days[0]}..${days.at(-1)}`
}
