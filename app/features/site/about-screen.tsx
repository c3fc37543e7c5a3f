import { buttonVariants } from '#app/components/button.tsx';
import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { PRINCIPLES, STORY } from '#content/about.ts';
import { aboutMessages } from '#content/messages/about.ts';
import { SITE } from '#content/site.ts';
import { TEAM, type TeamMember } from '#content/team.ts';

const AboutHero = () => (
  <div className="about-top on-enamel">
    <div className="wrap">
      <div>
        <h1 className="d1">{aboutMessages.title({ siteName: SITE.name })}</h1>
        <p className="lead">{aboutMessages.lead}</p>
      </div>
      <CashRegisterIllustration displayText="$1" label={aboutMessages.illustration} />
    </div>
  </div>
);

const AboutStory = () => (
  <section className="wrap about-story" aria-labelledby="story-title">
    <h2 className="d2" id="story-title">
      {aboutMessages.storyTitle}
    </h2>
    <div className="lead">
      {STORY.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  </section>
);

const AboutPrinciples = () => (
  <section className="about-band" aria-labelledby="principles-title">
    <div className="wrap">
      <h2 className="d2" id="principles-title">
        {aboutMessages.principlesTitle}
      </h2>
      <ol className="about-principles">
        {PRINCIPLES.map(({ title, text }) => (
          <li key={title}>
            <h3 className="h2">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
);

const TeamMemberCard = ({ member: { name, role, bio, portrait, links } }: { member: TeamMember }) => (
  <li className="sheet about-member">
    <img src={portrait} alt="" width="320" height="320" loading="lazy" />
    <div>
      <h3 className="h1">{name}</h3>
      <p className="muted">{role}</p>
      <p>{bio}</p>
      <ul>
        {links.map(({ network, href }) => (
          <li key={network}>
            <a className="link" href={href} rel="noopener">
              {network}
              <span className="vh">{aboutMessages.profileOwner({ name })}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  </li>
);

const AboutTeam = () => (
  <section className="wrap about-team" aria-labelledby="team-title">
    <h2 className="d2" id="team-title">
      {aboutMessages.teamTitle}
    </h2>
    <ul>
      {TEAM.map((member) => (
        <TeamMemberCard key={member.name} member={member} />
      ))}
    </ul>
  </section>
);

const CONTACT_TAGS = {
  email: (email: string) => (
    <a href={`mailto:${email}`} className="about-mail">
      {email}
    </a>
  ),
};

const AboutContact = () => (
  <section className="about-end on-enamel" aria-labelledby="contact-title">
    <div className="wrap">
      <h2 className="d2" id="contact-title">
        {aboutMessages.contact.title}
      </h2>
      <p className="lead">
        <RichText text={aboutMessages.contact.text({ email: SITE.supportEmail })} tags={CONTACT_TAGS} />
      </p>
      <div className="acts">
        <a className={buttonVariants('brass', 'lg')} href="/builder">
          {aboutMessages.contact.start}
        </a>
        <a className={buttonVariants('enamel', 'lg')} href="/help">
          {aboutMessages.contact.help}
        </a>
      </div>
    </div>
  </section>
);

export const AboutScreen = () => (
  <main id="main" className="about">
    <AboutHero />
    <AboutStory />
    <AboutPrinciples />
    <AboutTeam />
    <AboutContact />
  </main>
);
