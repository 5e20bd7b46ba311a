/**
 * The most common leaked passwords in the languages of the site, in lower case. Digits and punctuation around a password
 * are removed before the lookup, so `password` covers `password1!`.
 */
const words = `
  aaaaaaaa abc123 abcd1234 access admin administrator adminadmin alexander amanda amoureux andrea andrew angel angels
  anthony arsenal asdfasdf asdfghjk azerty azertyuiop babygirl badminton banana barcelona baseball basketball batman
  beautiful benfica benjamin bienvenue blabla bonjour bonjour1 brandon buster butterfly camille caroline celtic change
  changeme charles charlie charlotte cheese chelsea chocolat chocolate chouchou christian christopher computer
  cookie corvette cristina dallas daniel danielle diamond dolphin doudou dragon einstein elisabeth elizabeth estrella
  facebook family ferrari fernando flamengo flower football forever france franklin freedom friends fuckyou garfield
  geheim george ginger giovanni google guitar hallo hallo123 hamburg hannah hannover hello helloworld heather hockey
  holland hottie hunter iceman iloveyou iloveu internet isabelle jasmine jeanette jennifer jessica jesus jordan joshua
  juventus killer kimberly lakers lauren letmein liverpool london lover loveme lovely loverboy loulou ludovic lumiere
  madison maggie marina marine marseille martin master matrix matthew maverick melissa mercedes merlin michael michelle
  midnight mickey monkey monkeys mother motdepasse mustang naruto nathalie nederland newyork nicolas nicole ninja
  nirvana octopus oliver orange passe passw0rd passwd password passwort patrick pepper phoenix playboy pokemon prince
  princess princesa princesse polska purple pussycat qazwsx qazwsxedc qwerty qwertyui qwertyuiop qwertz rachel rainbow
  ranger rebecca richard robert rockyou ronaldo rosebud samantha samsung sandra scooter secret sexy sexygirl sexylady
  shadow silver simone slipknot snoopy soccer soleil spiderman starwars steelers stephanie steven summer sunflower
  sunshine superman superstar sweetheart sweety swordfish tennis teresa theman thomas thunder tigger tinkerbell titanic
  toulouse trustno1 twitter vanessa veronica victoria vincent virginie voyage wachtwoord welcome welcome1 welkom
  whatever william willkommen winner winston winter wolfgang yamaha yankees zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  q1w2e3r4 q1w2e3r4t5 zaq12wsx a1b2c3d4 aa123456 pass1234 123qweasd 1234qwer 123123123 12341234 11223344 87654321
  147258369 789456123 123654789 102030 contrasena contraseña teamo teamomucho tequiero amorcito mariposa corazon
  ciaociao francesca alessandro valentina salasana hejsan hejhej lösenord passord kodeord hemmelig
  haslo hasło kochanie misiek polska1 dating flirting romance singles
`

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
