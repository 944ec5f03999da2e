import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { pageAsked } from '#features/dashboard/asked-ahead.part.ts'
import { dashboards } from '#features/dashboard/dashboards.contract.ts'
import { Layout } from '#features/dashboard/layout.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { LanguageProvider, useSay } from '#ui/language.tsx'
import { LookOnly } from '#ui/look-only.ts'
import { Waiting } from '#ui/states.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import { VenueConfigContext } from '#ui/venue-config.ts'
import { boards } from './boards.contract.ts'
import { useTurning } from './turning.part.ts'
import { wallWords } from './wall.messages.ts'
import styles from './wall.module.css'
import { WallHead } from './wall-head.part.tsx'

/** How soon a screen that was taken down shows nothing any more. */
const LOOKS_EVERY_SECONDS = 10
/** The layout may have been changed; figures ask for themselves, as on the dashboard. */
const LAYOUT_EVERY_SECONDS = 60

/** What a claimed screen shows, until its session is over. */
const WallScreen = ({ onEnd }: { onEnd: () => void }) => {
  const { data, error } = useCall(boards.boardNow, {}, { everySeconds: LOOKS_EVERY_SECONDS })
  const isOver = error?.status === 401
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  if (!data || isOver) return <Waiting rows={12} />
  return (
    <VenueConfigContext value={data.Config}>
      <LanguageProvider>
        <LookOnly value={true}>
          <WallDashboard name={data.Name ?? ''} config={data.Config} hears={data.Tags.includes('can_viewsales')} />
        </LookOnly>
      </LanguageProvider>
    </VenueConfigContext>
  )
}

const TODAY = { usual: 'today' } as const

export default WallScreen

interface WallDashboardProps {
  name: string
  config: VenueConfig
  hears: boolean
}

const WallDashboard = ({ name, config, hears }: WallDashboardProps) => {
  const say = useSay(wallWords)
  const screen = useReportScreen(config, TODAY)
  const page = useMemo(() => pageAsked(config, screen), [config, screen])
  const { data } = useCall(dashboards.dashboard, {}, { everySeconds: LAYOUT_EVERY_SECONDS })
  const turned = useTurning()
  const queries = useQueryClient()
  /** The stream of a screen that was taken down ends at once: it asks why. */
  const lookNow = useCallback(() => void queries.invalidateQueries({ queryKey: callKey(boards.boardNow, {}) }), [queries])
  return (
    <main className={styles.shown} ref={turned}>
      <WallHead name={name} config={config} page={page} hears={hears} onLost={lookNow} />
      {!data && <Waiting rows={12} />}
      {data?.Measures.length === 0 && (
        <>
          <p>{say('empty')}</p>
          <p className="note">{say('emptyWhy')}</p>
        </>
      )}
      {data && <Layout measures={data.Measures} page={page} editing={undefined} />}
    </main>
  )
}
