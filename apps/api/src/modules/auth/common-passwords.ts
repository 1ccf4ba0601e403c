/** Words that, with digits or signs around them, make up most guessed passwords of eight and more characters. */
export const COMMON_STEMS: ReadonlySet<string> = new Set(
  `password passwort passw passwd pass motdepasse contrasena senha parola admin administrator administrador root toor
  user test testtest testing guest login welcome letmein changeme default master superman superuser system qwerty
  qwertyuiop qwert qwer asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc azerty iloveyou ilovey loveyou love
  lovely loveme forever monkey dragon shadow sunshine princess football baseball basketball soccer hockey killer
  michael jordan jennifer jessica ashley daniel thomas andrew charlie robert matthew anthony joshua william nicole
  samantha computer internet server linux ubuntu debian windows google facebook yahoo alibaba taobao tencent weixin
  wechat huawei xiaomi baidu freedom whatever trustno starwars pokemon batman spiderman naruto mustang ferrari
  corvette mercedes porsche harley summer winter spring autumn january february march april june july august
  september october november december monday friday sunday hello helloworld hello world abc abcd abcde abcdef abcabc
  abcdefg abcdefgh secret access backup cheese chocolate cookie orange banana apple purple yellow silver golden
  diamond flower butterfly angel babygirl babyboy buster tigger maggie ginger pepper hunter ranger thunder matrix
  merlin phoenix eagle tiger panther dolphin cowboy maverick jackson yankees arsenal chelsea liverpool manchester
  barcelona realmadrid juventus woaini woaini woaiwo woaiwojia aini ainiyiwannian zhang wang xiao xiaoming
  zhangsan lisi wangwu woshishui woshini nihao nihaoma mima mimamima tamade caonima laopo laogong baobao baobei
  haohao tiantian meimei gege jiejie didi zhongguo china beijing shanghai shenzhen guangzhou woaizhongguo daohaole
  money lucky player gamer game games success victory winner happy family friends friend school student teacher
  company business manager office database mysql oracle postgres redis nginx docker jenkins deploy devops cisco
  router switch super temp temporary demo sample example public private service support sysadmin webadmin webmaster`
    .split(/\s+/)
    .filter(Boolean),
);

/** Passwords typed as they are, which none of the rules above covers. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1xsw2 q1w2e3r4 q1w2e3r4t5 qaz123456 wsx123456 a1b2c3d4
  a1b2c3d4e5 1a2b3c4d 1a2s3d4f a123456 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa123456 abc123456
  abcd1234 as123456 asd123456 asdf1234 zxc123456 qq123456 qq123123 qwe123456 qwe123123 q123456789 w123456789
  z123456789 x123456789 s123456789 woaini1314 woaini520 woaini521 5201314 52013140 5201314a 1314520 13145200
  520520520 7758521 77585210 147147147 159159159 159357159 159753159 123123123 123321123 123456789a 123456abc
  123456aa 12345678a 123456qq 1234qwer 12341234 123454321 1234554321 111222333 112233445566 11223344 1122334455
  110110110 119119119 987654321 9876543210 87654321 88888888 66666666 168168168 163163163 xiaoxiao woailaopo
  woaibaobao p@ssw0rd p@ssword passw0rd pa$$word pa55word pa55w0rd adminadmin admin123 admin1234 admin12345
  admin123456 root1234 root123456 test1234 test123456 guest1234 changeme123 letmein1 letmein123 welcome1 welcome123
  iloveyou1 iloveyou2 trustno1 starwars1 football1 baseball1 princess1 sunshine1 superman1 michael1 charlie1 qwerty1
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 1qazxsw2 zxcv1234 zxcvbnm1 zxcvbnm123 google123 linux123
  server123 mysql123 abcd123456 abc12345678 abc123abc 00000000 0000000000 0123456789 01234567 10203040 102030405060
  13579246810 1357924680 135792468 24681357 2468101214 31415926 314159265 27182818 19901990 20002000 20082008
  20202020 20242024 20252025 20262026 jiayou123 daxue123 zhongguo123 china2008 beijing2008 nihao123 mima1234
  mima123456 password password1 password12 password123 password1234 password! passwords`
    .split(/\s+/)
    .filter(Boolean),
);
