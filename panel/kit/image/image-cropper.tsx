// Cuts a square out of an image: drag, pinch, wheel or arrow keys (spec 1 §4, §5).
import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Dialog } from '../dialog/dialog.tsx';
import type { Area } from './image-files.ts';
import 'react-easy-crop/react-easy-crop.css';
import { PlainButton } from '../plain-button.tsx';
import styles from './image-upload.module.css';

const settle_ms = 500;
const max_zoom = 4;

interface CropperProps {
  /** Address of the image as it is shown. */
  image: string;
  /** The cut square, or null where it could not be made. */
  cut: (part: Area) => string | null;
  onDone: (image: string) => void;
  onClose: () => void;
}

/** The cut half a second after the last move: cutting at each would make dragging stutter. */
function usePreview(part: Area | null, cut: CropperProps['cut']): string {
  const [preview, setPreview] = useState('');
  const latest = useRef(cut);
  latest.current = cut;
  useEffect(() => {
    if (part === null) return undefined;
    const timer = setTimeout(() => setPreview(latest.current(part) ?? ''), settle_ms);
    return () => clearTimeout(timer);
  }, [part]);
  return preview;
}

export function ImageCropper({ image, cut, onDone, onClose }: CropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Area | null>(null);
  const preview = usePreview(part, cut);
  const use = () => {
    const done = part && cut(part);
    if (done) onDone(done);
  };
  const footer = (
    <>
      <PlainButton onClick={onClose}>Cancel</PlainButton>
      <PlainButton primary onClick={use}>
        Crop
      </PlainButton>
    </>
  );
  return (
    <Dialog title="Crop to a square" onClose={onClose} footer={footer}>
      <div className={styles.cropper}>
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={max_zoom}
          aspect={1}
          disableAutomaticStylesInjection
          cropperProps={{
            role: 'application',
            'aria-label': 'Crop area. Use the arrow keys to move it.',
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setPart(pixels)}
        />
      </div>
      <div className={styles.cropperTools}>
        <label>
          Zoom
          <input
            type="range"
            min={1}
            max={max_zoom}
            step={0.1}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
            // Enter means this dialog, not the form it was opened from.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </label>
        {preview ? <img src={preview} alt="Preview of the crop" /> : <span />}
      </div>
    </Dialog>
  );
}
