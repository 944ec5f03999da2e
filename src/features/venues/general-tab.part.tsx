import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TAGS } from '#shared/permissions.ts'
import { call } from '#ui/api.ts'
import { SaveBar, useDraft } from '#ui/draft.tsx'
import { Tick } from '#ui/field.tsx'
import { useHouse } from '#ui/house.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { storedUser, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import { ConfigFields, configComplaints } from './config-fields.part.tsx'
import styles from './general-tab.module.css'
import { learnAnew } from './learn-anew.part.ts'
import { type Config, type Shows, venueConfig } from './venue-config.contract.ts'
import { Lists } from './venue-lists.part.tsx'
import { venueWords } from './venues.messages.ts'

const FLAGS = ['ShowBreakdownPage', 'ShowControlSheet', 'ShowExcise', 'ShowTimeAndAttendanceModule'] as const
const FIELDS = [
  'Config.VenueName',
  'Config.LoyaltyName',
  'Config.TaxName',
  'Config.Country',
  'Config.Currency',
  'Config.FinancialYearStart',
  'Config.SignOffLimit',
]

/** What the venue calls its programme and its tax, how it counts, and which screens it shows. */
export const GeneralTab = ({ venueId }: { venueId: number }) => {
  const params = { id: venueId }
  const config = useCall(venueConfig.config, { params })
  const shows = useCall(venueConfig.shows, { params })
  const error = config.error ?? shows.error
  if (error) return <Failed error={error} onRetry={() => void Promise.all([config.refetch(), shows.refetch()])} />
  if (!config.data || !shows.data) return <Waiting rows={6} />
  const renew = () => void Promise.all([config.refetch(), shows.refetch()])
  return <General venueId={venueId} config={config.data} shows={shows.data} onRenew={renew} />
}

interface GeneralProps {
  venueId: number
  config: { Config: Config; Version: number }
  shows: { Config: Shows; Version: number }
  onRenew: () => void
}

const General = ({ venueId, config, shows, onRenew }: GeneralProps) => {
  const say = useSay(venueWords)
  const words = useSay(ui)
  const queries = useQueryClient()
  const venue = useDraft(config.Config)
  const flags = useDraft(shows.Config)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const params = { id: venueId }
  const save = async (): Promise<boolean> => {
    if (Object.values(configComplaints(venue.draft)).some(Boolean)) return false
    setBusy(true)
    setError(undefined)
    try {
      if (venue.isChanged) {
        const body = { Config: venue.changed, Version: config.Version }
        queries.setQueryData(callKey(venueConfig.config, { params }), await call(venueConfig.changeConfig, { params, body }))
        venue.discard()
      }
      if (flags.isChanged) {
        const body = { Config: flags.changed, Version: shows.Version }
        queries.setQueryData(callKey(venueConfig.shows, { params }), await call(venueConfig.changeShows, { params, body }))
        flags.discard()
      }
      if (storedUser()?.VenueId === venueId) await learnAnew()
      toast.success(words('saved'))
      return true
    } catch (refused) {
      setError(refused)
      return false
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    venue.discard()
    flags.discard()
    setError(undefined)
  }
  return (
    <>
      <div className={styles.general}>
        <div>
          <ConfigFields draft={venue.draft} onChange={venue.change} error={error} />
          <h2>{say('screens')}</h2>
          {FLAGS.map((flag) => (
            <Tick key={flag} checked={flags.draft[flag]} onChange={(on) => flags.change({ [flag]: on })}>
              {say(flag)}
            </Tick>
          ))}
        </div>
        <MenuPreview shows={flags.draft} loyaltyName={venue.draft.LoyaltyName.trim()} />
      </div>
      <SaveBar
        isChanged={venue.isChanged || flags.isChanged}
        busy={busy}
        error={error}
        fields={FIELDS}
        onSave={save}
        onDiscard={discard}
        onRenew={() => {
          setError(undefined)
          onRenew()
        }}
      />
      <Lists />
    </>
  )
}

/** The menu somebody who holds everything will have under these choices: the app's own rule, drawn small. */
const MenuPreview = ({ shows, loyaltyName }: { shows: Shows; loyaltyName: string }) => {
  const say = useSay(venueWords)
  const speech = useLanguage()
  const house = useHouse()
  const user = useStoredUser()
  if (!user?.Config) return null
  const words = { ...speech, loyaltyName: loyaltyName || say('loyaltyWord') }
  const seen = { ...user, Roles: [], Permissions: TAGS.map((Tag) => ({ Tag })), Config: { ...user.Config, ...shows } }
  return (
    <section className={styles.preview} aria-label={say('preview')}>
      <h2>{say('preview')}</h2>
      <p>{say('previewHint')}</p>
      <ul>
        {house.menu(seen).map((section) => (
          <li key={section.path}>
            <b>{said(section.words, words, section.title)}</b>
            {section.screens.length > 1 && (
              <ul>
                {section.screens.map((screen) => (
                  <li key={screen.path}>{said(screen.words, words, screen.title)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
