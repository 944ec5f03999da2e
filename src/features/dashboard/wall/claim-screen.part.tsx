import { useState } from 'react'
import { dashboards } from '#features/dashboard/dashboards.contract.ts'
import { useMeasureName } from '#features/dashboard/use-measure.part.ts'
import { Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { boards, NewBoard } from './boards.contract.ts'
import { showOnWallWords } from './show-on-wall.messages.ts'
import { wallScreenWords } from './wall-screens.messages.ts'
import styles from './wall-screens.module.css'

interface ClaimProps {
  config: VenueConfig
  onDone: () => void
  onClose: () => void
}

/** Puts one's dashboard on the screen whose code is typed, once one has read what it will show. */
export const ClaimScreen = ({ config, onDone, onClose }: ClaimProps) => {
  const say = useSay(wallScreenWords)
  const sayShow = useSay(showOnWallWords)
  const [Code, setCode] = useState('')
  const [Name, setName] = useState('')
  const [Locations, setLocations] = useState<readonly number[]>(config.Locations.map(({ LocationId }) => LocationId))
  const claim = useSend(boards.showOnBoard, {
    quiet: true,
    onDone: () => {
      toast.success(say('shown', { name: Name.trim() }))
      onDone()
      onClose()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: { Code, Name, Locations: [...Locations] },
    body: NewBoard,
    error: claim.error,
    onSend: (body) => claim.mutate({ body }),
  })
  const isNowhere = Locations.length === 0
  return (
    <Modal title={sayShow('show')} onClose={onClose}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label={say('codeLabel')}
          value={Code}
          onChange={setCode}
          wrong={wrong('Code')}
          hint={say('codeHint', { address: `${location.origin}/wall` })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <Field label={say('nameLabel')} value={Name} onChange={setName} wrong={wrong('Name')} hint={say('nameHint')} autoComplete="off" maxLength={60} />
        <fieldset className="choice-set">
          <legend>{say('chooseLocations')}</legend>
          <div>
            {config.Locations.map((place) => (
              <Tick
                key={place.LocationId}
                checked={Locations.includes(place.LocationId)}
                onChange={(chosen) => setLocations(chosen ? [...Locations, place.LocationId] : Locations.filter((id) => id !== place.LocationId))}
              >
                {place.Name}
              </Tick>
            ))}
          </div>
        </fieldset>
        {isNowhere && <p className={styles.wrong}>{say('needsLocation')}</p>}
        <WhatItShows />
        <Refusal error={claim.error} fields={['Code', 'Name']} />
        <div className="acts">
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={isNowhere || claim.isPending} aria-busy={claim.isPending}>
            {say('confirm')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** The figures by name, and what holds for the screen. */
const WhatItShows = () => {
  const say = useSay(wallScreenWords)
  const { language } = useLanguage()
  const nameOf = useMeasureName()
  const { data } = useCall(dashboards.dashboard, {})
  const names = [...new Set(data?.Measures.filter(({ Permitted }) => Permitted).map(nameOf))]
  return (
    <section>
      <h3>{say('whatTitle')}</h3>
      {data && <p>{say('what', { measures: names.join(language === 'jp' ? '、' : ', ') || '–' })}</p>}
      <p className="note">{say('whatRules')}</p>
    </section>
  )
}
