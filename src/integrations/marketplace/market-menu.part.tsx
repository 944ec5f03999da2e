import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decimalsOf, moneyText } from '#shared/money.ts'
import { SaveBar } from '#ui/draft.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import styles from './market-menu.module.css'
import { marketplace } from './marketplace.contract.ts'
import type { MarketplaceMenu } from './marketplace-menu.rules.ts'
import { draftOf, type MenuDraft, misnamedGroups, sentGroups } from './menu-draft.rules.ts'
import { type MarketPlace, paramsOf } from './place.part.ts'
import { markedUp } from './prices.rules.ts'
import { ProductChoice } from './product-choice.part.tsx'
import { PublishedMenu } from './published-menu.part.tsx'
import type { KeptSettings } from './use-settings.part.ts'

interface MenuProps {
  place: MarketPlace
  there: KeptSettings
  onRenew: () => Promise<unknown>
}

/** Which products the location publishes, and what is asked for them. */
export const MarketMenu = ({ place, there, onRenew }: MenuProps) => {
  const { data, error, refetch } = useCall(marketplace.menu, paramsOf(place))
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={8} />
  return (
    <Choosing place={place} data={data} percent={there.Settings.PriceMarkupPercent} onRenew={() => Promise.all([refetch(), onRenew()])} onSaved={onRenew} />
  )
}

interface ChoosingProps {
  place: MarketPlace
  data: MarketplaceMenu
  percent: number
  onRenew: () => Promise<unknown>
  onSaved: () => Promise<unknown>
}

/** A list price, and what the marketplace asks for it. */
export type Prices = (listPrice: number | null) => { list: string; price: string } | undefined

const Choosing = ({ place, data, percent, onRenew, onSaved }: ChoosingProps) => {
  const words = useSay(ui)
  const queries = useQueryClient()
  const { language } = useLanguage()
  const [draft, setDraft] = useState<MenuDraft>()
  const send = useSend(marketplace.changeMenu, { quiet: true })
  const there = draftOf(data)
  const menu = draft ?? there
  const isChanged = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(there)
  const prices: Prices = (listPrice) => {
    if (listPrice === null) return undefined
    const unit = 10 ** decimalsOf(data.Currency)
    const money = (major: number) => moneyText(major, data.Currency, language)
    return { list: money(listPrice), price: money(markedUp(Math.round(listPrice * unit), Math.round(percent * 100)) / unit) }
  }
  const save = async (): Promise<boolean> => {
    if (misnamedGroups(menu).size > 0) return false
    const done = await send.mutateAsync({ ...paramsOf(place), body: { Groups: sentGroups(menu), Version: data.Version } }).catch(() => undefined)
    if (!done) return false
    queries.setQueryData(callKey(marketplace.menu, paramsOf(place)), done)
    setDraft(undefined)
    await onSaved()
    toast.success(words('saved'))
    return true
  }
  return (
    <>
      <div className={styles.columns}>
        <PublishedMenu menu={menu} prices={prices} onChange={setDraft} />
        <ProductChoice place={place} menu={menu} prices={prices} onChange={setDraft} />
      </div>
      <SaveBar
        isChanged={isChanged}
        busy={send.isPending}
        error={send.error}
        onSave={save}
        onDiscard={() => {
          setDraft(undefined)
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void onRenew()
        }}
      />
    </>
  )
}
