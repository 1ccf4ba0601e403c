import { type PointerEvent, type Ref, useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './avatar-crop.module.css';
import { type Crop, dragged, squareOf, ZOOM_MAX } from './crop.ts';

interface AvatarCropProps {
  src: string;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  /** Called if the file cannot be decoded as a picture. */
  onUnreadable: () => void;
  imageRef: Ref<HTMLImageElement>;
}

/** The selected picture behind the circular mask: dragged with the pointer, moved and zoomed with sliders. */
export function AvatarCrop({ src, crop, onCrop, onUnreadable, imageRef }: AvatarCropProps) {
  const t = useTranslations('account');
  const [size, setSize] = useState({ width: 1, height: 1 });
  const hand = useRef<{ x: number; y: number } | null>(null);

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    hand.current = { x: event.clientX, y: event.clientY };
  };
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    if (!hand.current) return;
    const frame = currentTarget.clientWidth;
    onCrop(dragged(size, crop, (clientX - hand.current.x) / frame, (clientY - hand.current.y) / frame));
    hand.current = { x: clientX, y: clientY };
  };
  const drop = () => {
    hand.current = null;
  };

  const { left, top, side } = squareOf(size, crop);
  const slider = (name: keyof Crop, label: string, min: number, max: number, room: number) => (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        // No range if the square fills the picture.
        disabled={room <= 0}
        onChange={({ currentTarget }) => onCrop({ ...crop, [name]: Number(currentTarget.value) })}
      />
    </label>
  );
  return (
    <div className={styles.crop}>
      <div
        className={styles.frame}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <img
          ref={imageRef}
          src={src}
          alt={t('person.avatar_preview')}
          draggable={false}
          // Inline: the values depend on the picture.
          style={{
            width: `${(100 * size.width) / side}%`,
            height: `${(100 * size.height) / side}%`,
            transform: `translate(${(-100 * left) / size.width}%, ${(-100 * top) / size.height}%)`,
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
          }
          onError={onUnreadable}
        />
      </div>
      <div className={styles.sliders}>
        <p className="quiet">{t('person.avatar_crop_hint')}</p>
        {slider('zoom', t('person.avatar_zoom'), 1, ZOOM_MAX, 1)}
        {slider('x', t('person.avatar_x'), 0, 1, size.width - side)}
        {slider('y', t('person.avatar_y'), 0, 1, size.height - side)}
      </div>
    </div>
  );
}
