import { CopyButtonView } from '../copy-button/copy-button.tsx';
import { story } from '../story.ts';
import { Command } from './command.tsx';

export default { component: Command };

export const Lines = story((say) => {
  const words = {
    idle: say('复制命令', 'Copy command'),
    copied: say('已复制', 'Copied'),
    failed: say('复制失败', 'Copy failed'),
  };
  return (
    <>
      <Command
        label={say('安装命令', 'Install command')}
        command="curl -fsSL https://get.example.com/install.sh | sudo bash"
        copy={<CopyButtonView state="idle" words={words} onCopy={() => undefined} />}
      />
      <Command
        label={say('载入镜像', 'Load the image')}
        command="docker load -i yunduo-server-6.2.0.tar"
        copy={<CopyButtonView state="copied" words={words} onCopy={() => undefined} withText />}
      />
    </>
  );
});
