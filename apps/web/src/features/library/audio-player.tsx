import { IconPlayerPause, IconPlayerPlay, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './audio-player.module.css';

const VOLUME_KEY = 'sergak.volume';
const VOLUME_MAX = 100;
const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** The volume that the person last chose, 0–100. */
const keptVolume = (): number => {
  const kept = Number(localStorage.getItem(VOLUME_KEY) ?? VOLUME_MAX);
  return Number.isInteger(kept) && kept >= 0 && kept <= VOLUME_MAX ? kept : VOLUME_MAX;
};
/** Seconds as «1:05». */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

type Props = {
  src: string;
  label: string;
  /** What the audio says; shown on request. */
  transcript?: string;
};

/** Plays the audio of a slide: play and pause, position, volume from 0 to 100, speed, transcript. */
export const AudioPlayer = ({ src, label, transcript = '' }: Props): ReactNode => {
  const t = useT('library');
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [volume, setVolume] = useState(keptVolume);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    audio.current!.volume = volume / VOLUME_MAX;
    localStorage.setItem(VOLUME_KEY, String(volume));
  }, [volume]);
  useEffect(() => {
    audio.current!.playbackRate = speed;
  }, [speed]);
  const toggle = (): void => {
    if (playing) audio.current!.pause();
    else void audio.current!.play().catch(() => setFailed(true));
  };
  const Sign = playing ? IconPlayerPause : IconPlayerPlay;
  const Loud = volume === 0 ? IconVolumeOff : IconVolume;
  return (
    <div className={css['player']} role="group" aria-label={label}>
      {/* The transcript is shown below. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onError={() => setFailed(true)}
        onTimeUpdate={(e) => setAt(e.currentTarget.currentTime)}
        onDurationChange={(e) => setLength(Number.isFinite(e.currentTarget.duration) ? e.currentTarget.duration : 0)}
      />
      <div className={css['line']}>
        <button
          type="button"
          className={css['play']}
          aria-label={t(playing ? 'audio.pause' : 'audio.play')}
          onClick={toggle}
        >
          <Sign size={20} stroke={1.8} aria-hidden />
        </button>
        <input
          type="range"
          className={css['seek']}
          aria-label={t('audio.seek')}
          aria-valuetext={t('audio.time', { at: clock(at), length: clock(length) })}
          min={0}
          max={Math.max(1, Math.ceil(length))}
          step={1}
          value={Math.min(Math.round(at), Math.max(1, Math.ceil(length)))}
          onChange={(e) => {
            audio.current!.currentTime = Number(e.currentTarget.value);
            setAt(Number(e.currentTarget.value));
          }}
        />
        <span className={css['time']} aria-hidden>
          {clock(at)} / {clock(length)}
        </span>
        <label className={css['volume']}>
          <Loud size={18} stroke={1.7} aria-hidden />
          <input
            type="range"
            aria-label={t('audio.volume')}
            min={0}
            max={VOLUME_MAX}
            value={volume}
            onChange={(e) => setVolume(Number(e.currentTarget.value))}
          />
        </label>
        <select
          className={css['speed']}
          aria-label={t('audio.speed')}
          value={speed}
          onChange={(e) => setSpeed(Number(e.currentTarget.value))}
        >
          {speeds.map((one) => (
            <option key={one} value={one}>
              {t('audio.times', { n: one })}
            </option>
          ))}
        </select>
      </div>
      {failed && (
        <p className={css['failed']} role="alert">
          {t('audio.failed')}
        </p>
      )}
      {transcript !== '' && (
        <details className={css['transcript']}>
          <summary>{t('audio.transcript')}</summary>
          <p>{transcript}</p>
        </details>
      )}
    </div>
  );
};
