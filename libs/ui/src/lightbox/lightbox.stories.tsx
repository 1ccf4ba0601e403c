import { useState } from 'react';
import { sampleShots } from '../screenshots/sample-shots.ts';
import { story } from '../story.ts';
import { LightboxView } from './lightbox.tsx';

export default { component: LightboxView };

function Box({ say }: { say: (zh: string, en: string) => string }) {
  const [index, setIndex] = useState(0);
  return (
    <LightboxView
      words={{
        label: say('截图', 'Screenshots'),
        close: say('关闭', 'Close'),
        previous: say('上一张', 'Previous'),
        next: say('下一张', 'Next'),
        position: say(`第 ${index + 1} 张，共 3 张`, `${index + 1} of 3`),
      }}
      items={sampleShots}
      index={index}
      onIndex={setIndex}
      onClose={() => undefined}
    />
  );
}

export const Open = story((say) => <Box say={say} />);
