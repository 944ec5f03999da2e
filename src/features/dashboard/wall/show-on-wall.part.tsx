import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { showOnWallWords } from './show-on-wall.messages.ts'

/** The way from one's dashboard to putting it on a wall. */
export const ShowOnWall = () => {
  const say = useSay(showOnWallWords)
  return (
    <Go to="/venue/wall-screens" search={{ show: '1' }} className="btn">
      {say('show')}
    </Go>
  )
}
