import PauseIcon from '@mui/icons-material/Pause'
import PlayArrowIcon from '@mui/icons-material/PlayArrow'
import Alert from '@mui/material/Alert'
import Slider from '@mui/material/Slider'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { clock } from './clock.ts'

interface Props {
  src: string
  seconds: number
  /** Label of the recording: 'Sprachnotiz vom 01.03.2026 14:30'. */
  name: string
}

const speeds = [1, 1.5, 2] as const
/** The recording that plays; starting another one pauses it. */
let playing: HTMLAudioElement | null = null

/** Plays a recording, with seeking and speed. The audio is loaded on first play. */
export function AudioPlayer({ src, seconds, name }: Props) {
  const { t } = useTranslation('encounters')
  const audio = useRef<HTMLAudioElement>(null)
  const [running, setRunning] = useState(false)
  const [position, setPosition] = useState(0)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  const [failed, setFailed] = useState(false)

  function toggle() {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    playing?.pause()
    playing = element
    setFailed(false)
    element.playbackRate = speed
    // load errors are handled by the `error` event
    element.play().catch(() => undefined)
  }

  function seek(to: number) {
    setPosition(to)
    if (audio.current) audio.current.currentTime = to
  }

  function faster() {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    if (audio.current) audio.current.playbackRate = next
  }

  return (
    <Box>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setRunning(true)}
        onPause={() => setRunning(false)}
        onEnded={() => setPosition(0)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onError={() => setFailed(true)}
      />
      <Box role="group" aria-label={name} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <IconButton aria-label={t(running ? 'player.pause' : 'player.play', { name })} onClick={toggle}>
          {running ? <PauseIcon fontSize="small" /> : <PlayArrowIcon fontSize="small" />}
        </IconButton>
        <Slider
          size="small"
          color="secondary"
          value={Math.min(position, seconds)}
          max={seconds}
          step={0.1}
          aria-label={t('player.position')}
          getAriaValueText={(value) => t('player.at', { at: clock(value), of: clock(seconds) })}
          onChange={(_, value) => seek(value as number)}
        />
        <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
          {clock(position)} / {clock(seconds)}
        </Typography>
        <Button
          color="inherit"
          aria-label={t('player.speed', { speed })}
          onClick={faster}
          sx={{ minWidth: 40, px: 1, fontVariantNumeric: 'tabular-nums' }}
        >
          {speed}×
        </Button>
      </Box>
      {failed && (
        <Alert severity="error" variant="outlined" sx={{ py: 0 }}>
          {t('player.failed')}
        </Alert>
      )}
    </Box>
  )
}
