import { useState } from 'react'
import { BEVERAGES } from '#features/stock/spec.rules.ts'
import { plainNumber } from '#shared/typed-number.ts'
import { Choose, Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { BASES, type Basis } from './counted.rules.ts'
import { exciseWords } from './excise.messages.ts'
import { exciseRateCalls, type KeptRate } from './excise-rates.contract.ts'
import styles from './excises.module.css'

type Sent = Omit<KeptRate, 'RateId' | 'Published' | 'EnteredBy'>
const FIELDS = ['TariffItem', 'Name', 'Rate', 'FromDay', 'ToDay', 'FreeAbv', 'AboveAbv', 'UpToAbv', 'ContainerFrom', 'ContainerUpTo', 'Source'] as const

/** Texts of a form as numbers: an empty one is none. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(plainNumber(typed)))

/** A rate of tobacco is for no drink. */
const OF_NO_DRINK = { Beverages: [], FreeAbv: 0, AboveAbv: null, UpToAbv: null, ContainerFrom: null, ContainerUpTo: null, Draught: null }

interface Props {
  rate: KeptRate | undefined
  jurisdiction: string
  onDone: () => void
  onClose: () => void
}

/** A rate of excise: which drinks it is for, what a litre carries, from when, and where it was read. */
export const ExciseRateForm = ({ rate, jurisdiction, onDone, onClose }: Props) => {
  const say = useSay(exciseWords)
  const [texts, setTexts] = useState({
    TariffItem: rate?.TariffItem ?? '',
    Name: rate?.Name ?? '',
    Rate: rate ? String(rate.Rate) : '',
    FromDay: rate?.FromDay ?? '',
    ToDay: rate?.ToDay ?? '',
    FreeAbv: String(rate?.FreeAbv ?? 0),
    AboveAbv: rate?.AboveAbv?.toString() ?? '',
    UpToAbv: rate?.UpToAbv?.toString() ?? '',
    ContainerFrom: rate?.ContainerFrom?.toString() ?? '',
    ContainerUpTo: rate?.ContainerUpTo?.toString() ?? '',
    Source: rate?.Source ?? '',
  })
  const [basis, setBasis] = useState<Basis>(rate?.Basis ?? 'lal')
  const isTobacco = basis === 'stick' || basis === 'kg'
  const [beverages, setBeverages] = useState<readonly string[]>(rate?.Beverages ?? [])
  const [draught, setDraught] = useState(rate?.Draught ?? null)
  const value: Sent = {
    Jurisdiction: rate?.Jurisdiction ?? jurisdiction,
    TariffItem: texts.TariffItem,
    Name: texts.Name,
    Basis: basis,
    ...(isTobacco
      ? OF_NO_DRINK
      : {
          Beverages: [...beverages],
          FreeAbv: basis === 'lal' ? (numberOf(texts.FreeAbv) ?? 0) : 0,
          AboveAbv: numberOf(texts.AboveAbv),
          UpToAbv: numberOf(texts.UpToAbv),
          ContainerFrom: numberOf(texts.ContainerFrom),
          ContainerUpTo: numberOf(texts.ContainerUpTo),
          Draught: draught,
        }),
    Rate: numberOf(texts.Rate) ?? Number.NaN,
    FromDay: texts.FromDay,
    ToDay: texts.ToDay === '' ? null : texts.ToDay,
    Source: texts.Source,
    SourceUrl: rate?.SourceUrl ?? '',
  }
  const saved = () => {
    toast.success(say('saved'))
    onDone()
  }
  const add = useSend(exciseRateCalls.addExciseRate, { quiet: true, onDone: saved })
  const change = useSend(exciseRateCalls.changeExciseRate, { quiet: true, onDone: saved })
  const sending = rate ? change : add
  const { form, onSubmit, wrong } = useForm({
    value,
    body: exciseRateCalls.addExciseRate.body,
    error: sending.error,
    onSend: (body) => (rate ? change.mutate({ params: { rateId: rate.RateId }, body: body as never }) : add.mutate({ body: body as never })),
  })
  const field = (name: (typeof FIELDS)[number], label: string, more: { type?: string; inputMode?: 'decimal' } = {}) => (
    <Field label={label} small value={texts[name]} wrong={wrong(name)} onChange={(typed) => setTexts({ ...texts, [name]: typed })} {...more} />
  )
  return (
    <Modal
      title={say('rateTitle')}
      onClose={onClose}
      acts={
        <button type="submit" form="excise-rate" className="btn primary" disabled={sending.isPending} aria-busy={sending.isPending}>
          {say('save')}
        </button>
      }
    >
      <form id="excise-rate" ref={form} onSubmit={onSubmit} noValidate>
        {field('TariffItem', say('tariffItem'))}
        {field('Name', say('nameField'))}
        <Choose
          label={say('basisField')}
          small
          value={basis}
          options={BASES.map((one) => [one, say(`basis.${one}`)])}
          onChange={(chosen) => setBasis(chosen as Basis)}
        />
        {basis === 'percent' && <p className="note">{say('basisHint')}</p>}
        {field('Rate', say('rateField'), { inputMode: 'decimal' })}
        {field('FromDay', say('fromDay'), { type: 'date' })}
        {field('ToDay', say('toDay'), { type: 'date' })}
        {isTobacco ? (
          <p className="note">{say('tobaccoHint')}</p>
        ) : (
          <>
            <fieldset className={styles.kinds}>
              <legend>{say('beverages')}</legend>
              {BEVERAGES.filter((one) => one !== 'none').map((one) => (
                <Tick
                  key={one}
                  checked={beverages.includes(one)}
                  onChange={(checked) => setBeverages(checked ? [...beverages, one] : beverages.filter((other) => other !== one))}
                >
                  {say(one === 'wine' ? 'wineKind' : one)}
                </Tick>
              ))}
            </fieldset>
            {basis === 'lal' && field('FreeAbv', say('freeAbv'), { inputMode: 'decimal' })}
            {field('AboveAbv', say('aboveAbv'), { inputMode: 'decimal' })}
            {field('UpToAbv', say('upToAbv'), { inputMode: 'decimal' })}
            {field('ContainerFrom', say('containerFrom'), { inputMode: 'decimal' })}
            {field('ContainerUpTo', say('containerUpTo'), { inputMode: 'decimal' })}
            <Choose
              label={say('draught')}
              small
              value={draught === null ? '' : String(draught)}
              options={[
                ['', say('anyContainer')],
                ['true', say('onlyDraught')],
                ['false', say('onlyPackaged')],
              ]}
              onChange={(chosen) => setDraught(chosen === '' ? null : chosen === 'true')}
            />
          </>
        )}
        {field('Source', say('sourceField'))}
        <Refusal error={sending.error} fields={FIELDS} />
      </form>
    </Modal>
  )
}
