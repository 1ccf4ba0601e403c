import { story } from '../story.ts';
import { RadioGroup } from './radio-group.tsx';

export default { component: RadioGroup };

export const States = story((say) => {
  const options = [
    { value: 'male', label: say('男', 'Male') },
    { value: 'female', label: say('女', 'Female') },
    { value: 'secret', label: say('保密', 'Secret') },
  ];
  return (
    <div className="narrow">
      <RadioGroup legend={say('性别', 'Gender')} name="gender" options={options} defaultValue="secret" />
      <RadioGroup
        legend={say('服务器', 'Server')}
        name="server"
        options={[
          { value: 'web-04', label: 'web-04', hint: '10.0.4.14, Debian 12' },
          {
            value: 'db-01',
            label: 'db-01',
            hint: say('授权到 2027 年 11 月 18 日', 'Has a code until 18 Nov 2027'),
            disabled: true,
          },
        ]}
      />
      <RadioGroup
        legend={say('时长', 'Duration')}
        name="plan"
        options={[1, 3, 6, 12, 24].map((months) => ({
          value: String(months),
          label: say(`${months} 个月`, `${months} months`),
          hint: `CNY ${months * 29}.00`,
        }))}
      />
      <RadioGroup
        legend={say('性别', 'Gender')}
        name="fault"
        options={options}
        error={say('请选一个', 'Choose one')}
      />
    </div>
  );
});
